"""From the other forms of an object's contents to bytes in one piece."""

from collections import Counter
from collections.abc import Collection
from operator import eq

from cudabmc.goto.types import Type
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.known_bytes import KnownBytes
from cudabmc.state.memory import MemObject, cells_within
from cudabmc.state.value import Value
from cudabmc.state.value_bytes import PUT, fill, pack, room

MOST_BYTES = 1 << 34
"""A larger object stays as it is."""


def flatten_bytes(obj: MemObject) -> FlatBytes | None:
    """The contents of an object as bytes, which it holds from now on; None, with nothing changed, if they are not made
    of known values alone. They are to be read: who changes them asks for `changeable_bytes`."""
    if obj.flat_bytes is None:
        made = piece_of(obj, 0, obj.size) if isinstance(obj.size, int) and obj.size <= MOST_BYTES else None
        if made is None:
            return None
        obj.hold_bytes(made)
    return obj.flat_bytes


def changeable_bytes(obj: MemObject) -> FlatBytes | None:
    """The contents of an object, which must be the state's own, as bytes that nothing else holds; None, with nothing
    changed, if they are not made of known values alone. Others may hold them again after the next step of the
    interpreter, and the object may hold them no longer."""
    return None if flatten_bytes(obj) is None else obj.own_flat_bytes()


def piece_of(obj: MemObject, start: int, size: int) -> FlatBytes | None:
    """A copy of some bytes of an object; None if they are not made of known values alone, or not of whole cells."""
    try:
        if obj.flat_bytes is not None:
            return obj.flat_bytes.piece(start, size)
        if obj.elements is not None:
            return _of_elements(*obj.elements, start, size)
        if obj.array is not None:
            return None
        return _of_cells(obj, start, size)
    except MemoryError:
        return None


def _of_elements(type: Type, values: list[Value], start: int, size: int) -> FlatBytes | None:
    width = type.size
    if start % width or size % width:
        return None
    if size < len(values) * width:
        values = values[start // width : (start + size) // width]
    data = pack(type, values)
    return None if data is None else FlatBytes(data, None, type, {})


def _of_cells(obj: MemObject, start: int, size: int) -> FlatBytes | None:
    cells = cells_within(obj, start, size)
    if cells is None:
        return None
    kind = next((type for type, _ in cells.values()), None)
    alike = kind is not None and all(type is kind for type, _ in cells.values())
    if kind is not None and alike and _is_full(cells, range(start, start + size, kind.size)):
        data = pack(kind, [value for _, value in cells.values()])
        return None if data is None else FlatBytes(data, None, kind, {})
    if not alike and cells:
        kind = Counter(type for type, _ in cells.values()).most_common(1)[0][0]
    data, known, others = room(size), None, dict[int, Type]()
    if not isinstance(obj.untouched, int):
        known = KnownBytes(size)
    elif obj.untouched:
        fill(data, 0, size, obj.untouched)
    for at, (type, value) in cells.items():
        put, to = PUT.get(type), at - start
        if put is None or not put(data, to, value):
            return None
        if known is not None:
            known.add(to, type.size)
        if type is not kind or to % type.size:
            others[to] = type
    if known is not None and known.has(0, size):
        known = None
    return FlatBytes(data, known, kind, others)


def _is_full(cells: Collection[int], places: range) -> bool:
    """Are there cells at all of these places, in order? There may be many more places than cells."""
    return len(cells) == len(places) and all(map(eq, cells, places))
