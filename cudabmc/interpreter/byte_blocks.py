"""Known bytes that come into memory at once, and bytes of memory that leave it: what files and memory exchange."""

import struct
from array import array
from collections.abc import Sequence
from itertools import repeat

from cudabmc.goto.types import I8, I16, I32, I64, FloatType, Type
from cudabmc.interpreter.blocks import LARGE, Transfer, host_spans, note_chunks, read_chunks
from cudabmc.interpreter.core import Machine
from cudabmc.memory.targets import Target
from cudabmc.order import access
from cudabmc.state.bulk import FILLED
from cudabmc.state.events import READ, WRITE
from cudabmc.state.execution import Execution
from cudabmc.state.memory import Cell, MemObject, byte_of, merge, to_bits
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

_UNITS: dict[int, tuple[Type, str]] = {1: (I8, "B"), 2: (I16, "H"), 4: (I32, "I"), 8: (I64, "Q")}
_FLOATS = {4: "<f", 8: "<d"}
_LARGEST_CELL = 16
assert all(array(code).itemsize == width for width, (_, code) in _UNITS.items())


def store_bytes(m: Machine, thread: Thread, dst: Value, data: bytes, unit: int, how: Transfer) -> bool:
    """Write known bytes, in cells of `unit` bytes where that is possible; False if the scheduler has to decide
    first."""
    ex, size, point = m.execution, len(data), how.point
    targets = m.resolver.places(thread, dst, size, WRITE, cross=how.cross).targets
    if m.resolver.stops(thread, targets, point, size):
        return False
    host_spans(ex, thread, targets, size, WRITE, point)
    for target in targets:
        width = _width(target, size, unit)
        if size >= LARGE and _stored_at_once(ex, thread, target, data, width):
            continue
        type = _UNITS[width][0]
        chunks = [
            (at, type, int.from_bytes(data[at : at + width], "little")) for at in range(0, size - size % width, width)
        ]
        chunks += [(at, I8, data[at]) for at in range(size - size % width, size)]
        note_chunks(m, thread, target, chunks, WRITE, point)
        for offset, kind, value in chunks:
            m.resolver.write(thread, target.moved(offset), kind, value)
    return True


def _width(target: Target, size: int, unit: int) -> int:
    """The width of the cells that the bytes are kept in: that of the object's elements, if it is known."""
    element = target.obj.about.element_size
    width = element if element in _UNITS else unit
    whole = isinstance(target.offset, int) and width in _UNITS and target.offset % width == 0 and target.inside
    return width if whole and width <= size else 1


def _stored_at_once(ex: Execution, thread: Thread, target: Target, data: bytes, width: int) -> bool:
    """The frequent case: the host reads a large block into memory that it uses alone at this time."""
    start, size = target.offset, len(data)
    if (
        thread.block is not None or thread.path is not True or target.guard is not True or ex.s.device.grids
        or ex.listening.listener is not None or not isinstance(start, int)
        or target.there is not True or not target.inside or size % width
    ):  # fmt: skip
        return False
    obj = ex.s.objects[target.obj.id]
    type, code = _UNITS[width]
    if obj.flat_bytes is not None:
        from cudabmc.state.flat_bytes import FlatBytes

        obj = ex.s.own_object(obj)
        obj.own_flat_bytes().put(start, FlatBytes(bytearray(data), None, type, {}))
        access.changed(ex, thread, obj, start)
        return True
    if not _is_apart(obj, start) or not _is_apart(obj, start + size):
        return False
    obj = ex.s.own_object(obj)
    obj.flat = None
    access.changed(ex, thread, obj, start)
    if start == 0 and size == obj.size:
        obj.array = None
        if size >= FILLED:  # a list of numbers takes several times the room
            from cudabmc.state.flat_bytes import FlatBytes

            obj.hold_bytes(FlatBytes(bytearray(data), None, type, {}))
        else:
            obj.hold(type, array(code, data).tolist())
        return True
    values = array(code, data).tolist()
    if width > 1:
        _forget(obj, start, size)
    cells: zip[tuple[int, Cell]] = zip(range(start, start + size, width), zip(repeat(type), values), strict=False)
    obj.cells.update(cells)
    return True


def _is_apart(obj: MemObject, offset: int) -> bool:
    """Does no cell lie across this offset, half in front and half behind?"""
    cells = obj.cells
    for start in range(offset - 1, max(-1, offset - _LARGEST_CELL), -1):
        cell = cells.get(start)
        if cell is not None:
            return start + cell[0].size <= offset
    return True


def _forget(obj: MemObject, start: int, size: int) -> None:
    """Remove the cells of a range."""
    end = start + size
    for at in [at for at in obj.cells if start <= at < end]:
        del obj.cells[at]


def load_bytes(m: Machine, thread: Thread, src: Value, size: int, how: Transfer) -> Sequence[Value] | None:
    """Read bytes as a copy does, which does not use them: `bytes` if all of them are known; None if the scheduler
    has to decide first."""
    ex, point = m.execution, how.point
    places = m.resolver.places(thread, src, size, READ, cross=how.cross)
    if m.resolver.stops(thread, places.targets, point, size):
        return None
    host_spans(ex, thread, places.targets, size, READ, point)
    found: Sequence[Value] | None = None
    for target in reversed(places.targets):
        here: Sequence[Value] | None = _known_bytes(ex, target, size) if thread.block is None else None
        if here is None:
            here = _bytes_of_chunks(m, thread, target, size, how)
        found = here if found is None else _merged(target.guard, here, found)
    if places.lost is not False or found is None:
        lost = [m.resolver.arbitrary(thread, places.lost, I8) for _ in range(size)] if places.lost is not False else []
        found = lost if found is None else _merged(places.lost, lost, found)
    if isinstance(found, bytes):
        return found
    values = [ex.simplify(thread, value) for value in found]
    known = [value for value in values if isinstance(value, int)]
    return bytes(known) if len(known) == len(values) else values


def _merged(guard: Value, new: Sequence[Value], old: Sequence[Value]) -> list[Value]:
    return [merge(guard, a, b, I8) for a, b in zip(new, old, strict=True)]


def _known_bytes(ex: Execution, target: Target, size: int) -> bytes | None:
    """What whole cells of known numbers hold; None if the range is not made of them alone."""
    start = target.offset
    if not isinstance(start, int) or not target.inside or target.there is not True:
        return None
    obj = ex.s.objects[target.obj.id]
    held = obj.flat_bytes
    if held is not None and held.is_known(start, size):
        return bytes(held.data[start : start + size])
    if obj.elements is not None:
        return _of_elements(*obj.elements, start, size)
    cells, parts, at, end = obj.cells, [], start, start + size
    while at < end:
        cell = cells.get(at)
        if cell is None:
            return None
        type, value = cell
        if isinstance(value, int) and type in _WHOLE:
            parts.append(value.to_bytes(type.size, "little"))
        elif isinstance(value, float) and isinstance(type, FloatType) and type.size in _FLOATS and value == value:
            parts.append(struct.pack(_FLOATS[type.size], value))
        else:
            return None
        at += type.size
    return b"".join(parts) if at == end else None


def _of_elements(type: Type, values: list[Value], start: int, size: int) -> bytes | None:
    width = type.size
    if type not in _WHOLE or start % width or size % width:
        return None
    try:
        return array(_UNITS[width][1], values[start // width : (start + size) // width]).tobytes()
    except TypeError:  # a term is among them
        return None


_WHOLE = frozenset(type for type, _ in _UNITS.values())


def _bytes_of_chunks(m: Machine, thread: Thread, target: Target, size: int, how: Transfer) -> list[Value]:
    chunks = read_chunks(m, thread, target, size)
    note_chunks(m, thread, target, chunks, READ, how.point)
    found: list[Value] = []
    for _, type, value in chunks:
        bits = to_bits(value, type, m.execution.address)
        found += [byte_of(bits, type.size, index) for index in range(type.size)]
    return found
