"""Copying and filling of memory, many bytes at a time."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I16, I32, I64, Type
from cudabmc.interpreter.core import Machine
from cudabmc.memory.targets import Places, Target
from cudabmc.order import access, across
from cudabmc.state import bulk
from cudabmc.state.decisions import Point
from cudabmc.state.events import READ, WRITE, Access
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject, byte_of, merge, to_bits
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

Chunk = tuple[int, Type, Value]


class Transfer(NamedTuple):
    """How many bytes are copied or set: by the instruction at a point, between addresses that must be multiples of
    `aligns` (of the destination, of the source). `cross`: memory on one side may be out of the caller's reach."""

    point: Point
    cross: bool = False
    aligns: tuple[int, int] = (1, 1)


LARGE = 64
"""Bytes from which on it is worth to look for a copy at once."""

_WIDTHS: dict[int, Type] = {1: I8, 2: I16, 4: I32, 8: I64}


def copy_known(m: Machine, thread: Thread, dst: Value, src: Value, size: int, how: Transfer) -> bool:
    """Copy a known number of bytes; False if the scheduler has to decide first."""
    ex = m.execution
    resolver, (point, cross, aligns) = m.resolver, how
    sources = resolver.places(thread, src, size, READ, cross=cross, align=aligns[1])
    targets = resolver.places(thread, dst, size, WRITE, cross=cross, align=aligns[0]).targets
    if not cross and resolver.stops(thread, (*sources.targets, *targets), point, size):
        return False
    host_spans(ex, thread, sources.targets, size, READ, point)
    host_spans(ex, thread, targets, size, WRITE, point)
    if _copied_at_once(ex, thread, targets, sources, size):
        return True
    whole = all(target.inside for target in targets)
    for source in sources.targets:
        chunks = read_chunks(m, thread, source, size, whole=whole)
        note_chunks(m, thread, source, chunks, READ, point)
        _write_chunks(m, thread, targets, source.guard, chunks, point)
    if sources.lost is not False:
        _write_chunks(m, thread, targets, sources.lost, _arbitrary(m, thread, sources.lost, size, size), point)
    return True


def _write_chunks(
    m: Machine, thread: Thread, targets: list[Target], guard: Value, chunks: list[Chunk], point: Point
) -> None:
    """Write what was read where `guard` holds."""
    for target in targets:
        guarded = target.where(guard)
        note_chunks(m, thread, guarded, chunks, WRITE, point)
        for offset, type, value in chunks:
            m.resolver.write(thread, guarded.moved(offset), type, value)


def _arbitrary(m: Machine, thread: Thread, lost: Value, size: Value, limit: int) -> list[Chunk]:
    """The bytes that are read where there is no memory, of `size` that are at most `limit`."""
    wheres = [terms.land(lost, _reaches(position, size)) for position in range(limit)]
    return [(position, I8, m.resolver.arbitrary(thread, where, I8)) for position, where in enumerate(wheres)]


def _reaches(position: int, size: Value) -> Value:
    """Does a range of this size include the byte at this position?"""
    return terms.apply(Op.ULT, BOOL, I64, (position, size))


def _copied_at_once(ex: Execution, thread: Thread, targets: list[Target], sources: Places, size: int) -> bool:
    """The frequent case of the host's copies: known places in arrays of equal cells, which go over as they are. So do
    bytes that nobody has set, however few: a copy of them as values would be in cells from then on, and machine code
    could not touch it."""
    if len(sources.targets) != 1 or sources.lost is not False or len(targets) != 1:
        return False
    source = sources.targets[0]
    if size < LARGE and not _has_unset(ex.s.objects[source.obj.id], source.offset, size):
        return False
    if source.reached(size) is not True:
        return False
    start, to = source.offset, targets[0].offset
    whole = _changeable(ex, thread, targets[0])
    if whole is None or not isinstance(start, int) or not isinstance(to, int):
        return False
    obj = ex.s.own_object(ex.s.objects[source.obj.id])
    if not bulk.copy(whole, to, obj, start, size):
        return False
    access.changed(ex, thread, whole, to)
    return True


def _has_unset(obj: MemObject, start: object, size: int) -> bool:
    """Has nobody set one of these bytes?"""
    if not isinstance(start, int) or isinstance(obj.untouched, int) or obj.array is not None:
        return False
    if obj.flat_bytes is not None:
        return not obj.flat_bytes.is_known(start, size)
    if obj.elements is not None:
        return False
    at, end, cells = start, start + size, obj.cells
    while at < end:
        cell = cells.get(at)
        if cell is None:
            return True
        at += cell[0].size
    return False


def _changeable(ex: Execution, thread: Thread, target: Target) -> MemObject | None:
    """The object of a place, to be changed many bytes at a time; None if that takes more care."""
    if (
        thread.block is not None or thread.path is not True or target.guard is not True or ex.s.device.grids
        or not isinstance(target.offset, int) or target.there is not True or not target.inside
    ):  # fmt: skip
        return None
    return ex.s.own_object(ex.s.objects[target.obj.id])


def _at_once(ex: Execution, thread: Thread, target: Target, width: int) -> MemObject | None:
    """The object of a place, to be changed in whole cells of this size; None if that takes more care."""
    offset, obj = target.offset, _changeable(ex, thread, target)
    if obj is None or obj.array is not None or ex.listening.listener is not None or not isinstance(offset, int):
        return None
    if any(kind.size != width or (at - offset) % width for at, (kind, _) in obj.cells.items()):
        return None
    obj.flat = None
    access.changed(ex, thread, obj, offset)
    return obj


def host_spans(ex: Execution, thread: Thread, targets: list[Target], size: Value, kind: int, point: Point) -> None:
    """The accesses of a transfer or of the host, whole."""
    if thread.block is None:
        thread.awaiting.reads_more |= kind == READ
        for target in targets:
            across.by_host(ex, thread, target.obj, target.offset, size, Access(kind, point), target.guard)


def note_chunks(m: Machine, thread: Thread, target: Target, chunks: list[Chunk], kind: int, point: Point) -> None:
    if thread.block is None:
        return  # see host_spans
    for offset, type, value in chunks:
        m.resolver.event(thread, target.moved(offset), type.size, Access(kind, point), value)


def read_chunks(
    m: Machine, thread: Thread, source: Target, size: int, *, whole: bool = True, wanted: Value | None = None
) -> list[Chunk]:
    """The values of `size` bytes, in the units in which they were written; byte by byte unless all of it lies
    within the source and, as `whole` says, within what it is copied to. `wanted` says how many of them are copied
    if that depends on inputs."""
    ex = m.execution
    obj = ex.s.own_object(ex.s.objects[source.obj.id])
    start = source.offset
    chunks: list[Chunk] = []
    position = 0
    while position < size:
        type = _unit(obj, start, position, size) if whole and source.inside else I8
        where = True if wanted is None else _reaches(position, wanted)
        chunks.append((position, type, _read_chunk(m, thread, source.moved(position), type, where)))
        position += type.size
    return chunks


def _read_chunk(m: Machine, thread: Thread, where: Target, type: Type, wanted: Value) -> Value:
    ex = m.execution
    reached = where.reached(type.size)
    if reached is not True:
        lost = terms.lnot(reached)
        arbitrary = m.resolver.arbitrary(thread, terms.land(where.guard, lost, wanted), type)
        if reached is False:
            return arbitrary
    ex.peeking += 1  # copying does not use the value
    value = m.resolver.read(where, type)
    ex.peeking -= 1
    return value if reached is True else merge(reached, value, arbitrary, type)


def _unit(obj: MemObject, start: object, position: int, size: int) -> Type:
    """The type to read next: that of the cell there, else the widest that meets no cell."""
    left = size - position
    if isinstance(start, int):
        cut = None if obj.flat_bytes is None else obj.flat_bytes.cut_at(start + position)
        if cut is not None:
            return cut if cut.size <= left else I8
        cell = obj.cells.get(start + position)
        if cell is not None and cell[0].size <= left:
            return cell[0]
        at = start + position
    else:
        at = position
    preferred = obj.array.width if obj.array is not None else (obj.about.element_size or 4)
    for width in (preferred, 4, 2, 1):
        if width in _WIDTHS and width <= left and at % width == 0 and (
            not isinstance(start, int) or not any(at + i in obj.cells for i in range(1, width))
        ):  # fmt: skip
            return _WIDTHS[width]
    return I8


def _whole(ex: Execution, thread: Thread, target: Target, size: Value) -> MemObject | None:
    """The object of a place, if all of it is accessed there on each path on which it exists, and it can be changed at
    once."""
    obj = ex.s.objects[target.obj.id]
    if thread.block is not None or ex.s.device.grids or target.guard is not True or target.there is not True:
        return None
    everywhere = thread.path is True or obj.lifetime.birth is thread.path
    if not (everywhere and target.inside and isinstance(target.offset, int) and target.offset == 0):
        return None
    other = terms.lnot(terms.equal(obj.size, size, I64))
    return None if ex.possible(terms.land(thread.path, other)) else ex.s.own_object(obj)


def _copied_whole(m: Machine, thread: Thread, targets: list[Target], sources: Places, size: Value) -> bool:
    """Objects whose size depends on inputs are copied as a whole, if that is what is asked for."""
    if len(sources.targets) != 1 or sources.lost is not False or len(targets) != 1:
        return False
    source, target = (_whole(m.execution, thread, place, size) for place in (sources.targets[0], targets[0]))
    if source is None or target is None or source is target:
        return False
    if not isinstance(source.untouched, int):
        m.objects.memory.flatten(source, source.about.width)  # what nobody has set is that of the source
    target.take(source)
    access.changed(m.execution, thread, target, 0)
    return True


def fill_known(m: Machine, thread: Thread, dst: Value, byte: Value, size: int, how: Transfer) -> bool:
    """Set a known number of bytes; False if the scheduler has to decide first."""
    ex = m.execution
    resolver, (point, cross, _) = m.resolver, how
    targets = resolver.places(thread, dst, size, WRITE, cross=cross).targets
    if not cross and resolver.stops(thread, targets, point, size):
        return False
    host_spans(ex, thread, targets, size, WRITE, point)
    for target in targets:
        if size >= LARGE and isinstance(byte, int) and _filled_at_once(ex, thread, target, byte, size):
            continue
        unit = target.obj.about.element_size if target.obj.about.element_size in (1, 2, 4, 8) else 4
        whole = isinstance(target.offset, int) and target.offset % unit == 0 and target.inside
        if not isinstance(byte, int) or not whole:
            unit = 1
        value: Value = byte if unit == 1 else int.from_bytes(bytes([byte]) * unit, "little")
        obj = _at_once(ex, thread, target, unit) if size >= LARGE and size % unit == 0 else None
        if obj is not None:
            start = target.offset
            assert isinstance(start, int)
            obj.cells.update(dict.fromkeys(range(start, start + size, unit), (_WIDTHS[unit], value)))
            continue
        chunks: list[Chunk] = [(i, _WIDTHS[unit], value) for i in range(0, size - size % unit, unit)]
        chunks += [(i, I8, byte) for i in range(size - size % unit, size)]
        if not cross:
            note_chunks(m, thread, target, chunks, WRITE, point)
        for offset, type, part in chunks:
            resolver.write(thread, target.moved(offset), type, part)
    return True


def _filled_at_once(ex: Execution, thread: Thread, target: Target, byte: int, size: int) -> bool:
    """The frequent case of the host's fills: a known place in an object that is all of this byte, or becomes so."""
    obj, offset = _changeable(ex, thread, target), target.offset
    if obj is None or not isinstance(offset, int) or not bulk.fill(obj, offset, size, byte):
        return False
    access.changed(ex, thread, obj, offset)
    return True


def fill_symbolic(
    m: Machine, thread: Thread, dst: Value, byte: Value, size: Value, limit: int, how: Transfer
) -> bool:  # fmt: skip
    """Set a number of bytes that depends on inputs, and is at most `limit`."""
    resolver, (point, cross, _) = m.resolver, how
    targets = resolver.places(thread, dst, size, WRITE, cross=cross).targets
    if not cross and resolver.stops(thread, targets, point, limit):
        return False
    host_spans(m.execution, thread, targets, size, WRITE, point)
    for target in targets:
        obj = _whole(m.execution, thread, target, size)
        if obj is not None and isinstance(byte, int):
            obj.clear(byte)
            access.changed(m.execution, thread, obj, 0)
            continue
        for i in range(limit):
            guard = terms.land(target.guard, _reaches(i, size))
            if guard is False:
                continue
            part = replace(target, guard=guard).moved(i)
            note_chunks(m, thread, part, [(0, I8, byte)], WRITE, point)
            resolver.write(thread, part, I8, byte)
    return True


def _cut(ex: Execution, chunks: list[Chunk], size: Value) -> list[Chunk]:
    """Chunks that a size can only take whole: those that it could end inside of become bytes."""
    found: list[Chunk] = []
    for position, type, value in chunks:
        whole = position % type.size == 0 and terms.apply(Op.UREM, I64, I64, (size, type.size)) == 0
        if whole or type.size == 1:
            found.append((position, type, value))
            continue
        bits = to_bits(value, type, ex.address)
        found += [(position + i, I8, byte_of(bits, type.size, i)) for i in range(type.size)]
    return found


def copy_symbolic(
    m: Machine, thread: Thread, dst: Value, src: Value, size: Value, limit: int, how: Transfer
) -> bool:  # fmt: skip
    """Copy a number of bytes that depends on inputs, and is at most `limit`; False if the scheduler
    has to decide first."""
    ex = m.execution
    resolver, (point, cross, _) = m.resolver, how
    sources = resolver.places(thread, src, size, READ, cross=cross)
    targets = resolver.places(thread, dst, size, WRITE, cross=cross).targets
    if not cross and resolver.stops(thread, (*sources.targets, *targets), point, limit):
        return False
    host_spans(ex, thread, sources.targets, size, READ, point)
    host_spans(ex, thread, targets, size, WRITE, point)
    if _copied_whole(m, thread, targets, sources, size):
        return True
    whole = all(target.inside for target in targets)
    for source in sources.targets:
        chunks = _cut(ex, read_chunks(m, thread, source, limit, whole=whole, wanted=size), size)
        for guard, chunk in _within(chunks, size, source.guard):
            note_chunks(m, thread, replace(source, guard=guard), [chunk], READ, point)
            _write_chunks(m, thread, targets, guard, [chunk], point)
    if sources.lost is not False:
        for guard, chunk in _within(_arbitrary(m, thread, sources.lost, size, limit), size, sources.lost):
            _write_chunks(m, thread, targets, guard, [chunk], point)
    return True


def _within(chunks: list[Chunk], size: Value, guard: Value) -> Iterator[tuple[Value, Chunk]]:
    """The chunks that a copy of `size` bytes can reach, each with where it does."""
    for chunk in chunks:
        position, type, _ = chunk
        within = terms.land(guard, _reaches(position + type.size - 1, size))
        if within is not False:
            yield within, chunk
