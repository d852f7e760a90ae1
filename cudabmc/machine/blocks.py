"""Copying and filling of memory, many bytes at a time."""

from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I16, I32, I64, Type
from cudabmc.machine import access, across
from cudabmc.machine.memory import MemObject, byte_of, to_bits
from cudabmc.machine.races import READ, WRITE, Point
from cudabmc.machine.resolve import Target
from cudabmc.machine.state import Thread
from cudabmc.machine.value import Value

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine

Chunk = tuple[int, Type, Value]

LARGE = 64
"""Bytes from which on it is worth to look for a copy at once."""

_WIDTHS: dict[int, Type] = {1: I8, 2: I16, 4: I32, 8: I64}


def copy_known(
    m: "Machine", thread: Thread, dst: Value, src: Value, size: int, point: Point, *, cross: bool = False
) -> bool:
    """Copy a known number of bytes; False if the scheduler has to decide first."""
    resolver = m.resolver
    sources = resolver.targets(thread, src, size, READ, cross=cross)
    targets = resolver.targets(thread, dst, size, WRITE, cross=cross)
    if not cross and resolver.stops(thread, (*sources, *targets), point, size):
        return False
    _host_spans(m, thread, sources, size, READ, point)
    _host_spans(m, thread, targets, size, WRITE, point)
    if _copied_at_once(m, thread, targets, sources, size):
        return True
    for source in sources:
        chunks = read_chunks(m, source, size)
        _events(m, thread, source, chunks, READ, point)
        for target in targets:
            guarded = Target(terms.land(target.guard, source.guard), target.obj, target.offset)
            _events(m, thread, guarded, chunks, WRITE, point)
            for offset, type, value in chunks:
                resolver.write(thread, _moved(guarded, offset), type, value)
    return True


def _copied_at_once(m: "Machine", thread: Thread, targets: list[Target], sources: list[Target], size: int) -> bool:
    """The frequent case of the host's copies: known places in arrays of equal cells, which go over as they are."""
    if len(sources) != 1 or len(targets) != 1 or size < LARGE:
        return False
    source = sources[0]
    start, obj = source.offset, m.s.objects[source.obj.id]
    if not isinstance(start, int) or obj.array is not None:
        return False
    if start == 0 and size == obj.size:
        cells = obj.cells
    else:
        cells = {at: cell for at, cell in obj.cells.items() if start <= at < start + size}
    widths = {kind.size for kind, _ in cells.values()}
    if len(widths) != 1:
        return False
    (width,) = widths
    if len(cells) * width != size or {at % width for at in cells} != {start % width}:
        return False
    target = _at_once(m, thread, targets[0], width)
    if target is None:
        return False
    moved = targets[0].offset - start  # type: ignore[operator]
    target.cells.update({at + moved: cell for at, cell in cells.items()} if moved else cells)
    return True


def _at_once(m: "Machine", thread: Thread, target: Target, width: int) -> MemObject | None:
    """The object of a place, to be changed in whole cells of so many bytes; None if that takes more care."""
    offset = target.offset
    obj = m.s.objects[target.obj.id]
    if (
        thread.block is not None or thread.path is not True or target.guard is not True or m.s.grids
        or m.listener is not None or not isinstance(offset, int) or obj.array is not None
    ):  # fmt: skip
        return None
    if any(kind.size != width or (at - offset) % width for at, (kind, _) in obj.cells.items()):
        return None
    obj = m.s.own_object(obj)
    obj.flat = None
    access.changed(m, thread, obj, offset)
    return obj


def _host_spans(m: "Machine", thread: Thread, targets: list[Target], size: Value, kind: int, point: Point) -> None:
    """The accesses of a transfer or of the host, whole."""
    if thread.block is None:
        for target in targets:
            across.by_host(m, thread, target.obj, target.offset, size, kind, "", point, target.guard)


def _moved(target: Target, count: int) -> Target:
    if isinstance(target.offset, int):
        return Target(target.guard, target.obj, target.offset + count)
    return Target(target.guard, target.obj, terms.apply(Op.ADD, I64, I64, (target.offset, count)))  # type: ignore[arg-type]


def _events(m: "Machine", thread: Thread, target: Target, chunks: list[Chunk], kind: int, point: Point) -> None:
    if thread.block is None:
        return  # see _host_spans
    for offset, type, value in chunks:
        m.resolver.event(thread, _moved(target, offset), type.size, kind, "", "", point, value)


def read_chunks(m: "Machine", source: Target, size: int) -> list[Chunk]:
    """The values of `size` bytes, in the units in which they were written."""
    obj = m.s.own_object(m.s.objects[source.obj.id])
    start = source.offset
    chunks: list[Chunk] = []
    position = 0
    while position < size:
        type = _unit(obj, start, position, size)
        where = _moved(source, position)
        m.peeking += 1  # copying is no use of the value
        chunks.append((position, type, m.resolver.read(where, type)))
        m.peeking -= 1
        position += type.size
    return chunks


def _unit(obj: MemObject, start: object, position: int, size: int) -> Type:
    """The type to read next: that of the cell there, else the widest that meets no cell."""
    left = size - position
    if isinstance(start, int):
        cell = obj.cells.get(start + position)
        if cell is not None and cell[0].size <= left:
            return cell[0]
        at = start + position
    else:
        at = position
    preferred = obj.width if obj.array is not None else (obj.element_size or 4)
    for width in (preferred, 4, 2, 1):
        if width in _WIDTHS and width <= left and at % width == 0 and (
            not isinstance(start, int) or not any(at + i in obj.cells for i in range(1, width))
        ):  # fmt: skip
            return _WIDTHS[width]
    return I8


def fill_known(m: "Machine", thread: Thread, dst: Value, byte: Value, size: int, point: Point, *, cross: bool) -> bool:
    """Set a known number of bytes; False if the scheduler has to decide first."""
    resolver = m.resolver
    targets = resolver.targets(thread, dst, size, WRITE, cross=cross)
    if not cross and resolver.stops(thread, targets, point, size):
        return False
    _host_spans(m, thread, targets, size, WRITE, point)
    for target in targets:
        unit = target.obj.element_size if target.obj.element_size in (1, 2, 4, 8) else 4
        whole = isinstance(target.offset, int) and target.offset % unit == 0
        if not isinstance(byte, int) or not whole:
            unit = 1
        value: Value = byte if unit == 1 else int.from_bytes(bytes([byte]) * unit, "little")
        obj = _at_once(m, thread, target, unit) if size >= LARGE and size % unit == 0 else None
        if obj is not None:
            start = target.offset
            assert isinstance(start, int)
            obj.cells.update(dict.fromkeys(range(start, start + size, unit), (_WIDTHS[unit], value)))
            continue
        chunks: list[Chunk] = [(i, _WIDTHS[unit], value) for i in range(0, size - size % unit, unit)]
        chunks += [(i, I8, byte) for i in range(size - size % unit, size)]
        if not cross:
            _events(m, thread, target, chunks, WRITE, point)
        for offset, type, part in chunks:
            resolver.write(thread, _moved(target, offset), type, part)
    return True


def fill_symbolic(
    m: "Machine", thread: Thread, dst: Value, byte: Value, size: Value, limit: int, point: Point, cross: bool
) -> bool:
    """Set a number of bytes that depends on inputs, and is at most `limit`."""
    resolver = m.resolver
    targets = resolver.targets(thread, dst, size, WRITE, cross=cross)
    if not cross and resolver.stops(thread, targets, point, limit):
        return False
    _host_spans(m, thread, targets, size, WRITE, point)
    for target in targets:
        for i in range(limit):
            guard = terms.land(target.guard, terms.apply(Op.ULT, BOOL, I64, (i, size)))
            if guard is False:
                continue
            part = _moved(Target(guard, target.obj, target.offset), i)
            _events(m, thread, part, [(0, I8, byte)], WRITE, point)
            resolver.write(thread, part, I8, byte)
    return True


def _cut(m: "Machine", chunks: list[Chunk], size: Value) -> list[Chunk]:
    """Chunks that a size can only take whole: those that it could end inside of become bytes."""
    found: list[Chunk] = []
    for position, type, value in chunks:
        whole = position % type.size == 0 and terms.apply(Op.UREM, I64, I64, (size, type.size)) == 0
        if whole or type.size == 1:
            found.append((position, type, value))
            continue
        bits = to_bits(value, type, m.address)
        found += [(position + i, I8, byte_of(bits, type.size, i)) for i in range(type.size)]
    return found


def copy_symbolic(
    m: "Machine", thread: Thread, dst: Value, src: Value, size: Value, limit: int, point: Point, cross: bool
) -> bool:
    """Copy a number of bytes that depends on inputs, and is at most `limit`; False if the scheduler
    has to decide first."""
    resolver = m.resolver
    sources = resolver.targets(thread, src, size, READ, cross=cross)
    targets = resolver.targets(thread, dst, size, WRITE, cross=cross)
    if not cross and resolver.stops(thread, (*sources, *targets), point, limit):
        return False
    _host_spans(m, thread, sources, size, READ, point)
    _host_spans(m, thread, targets, size, WRITE, point)
    for source in sources:
        for chunk in _cut(m, read_chunks(m, source, limit), size):
            position, type, value = chunk
            last = terms.apply(Op.ULT, BOOL, I64, (position + type.size - 1, size))
            guard = terms.land(source.guard, last)
            if guard is False:
                continue
            _events(m, thread, Target(guard, source.obj, source.offset), [chunk], READ, point)
            for target in targets:
                part = Target(terms.land(target.guard, guard), target.obj, target.offset)
                _events(m, thread, part, [chunk], WRITE, point)
                resolver.write(thread, _moved(part, position), type, value)
    return True
