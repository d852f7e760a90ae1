"""Steps that load, store and copy. The common case (a known place in a live object) is inline."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cudabmc.goto import alignment
from cudabmc.goto.program import CopyBytes, Load, Space, Store
from cudabmc.goto.types import PTR, Type
from cudabmc.interpreter.arithmetic import fetcher
from cudabmc.interpreter.blocks import Transfer, copy_known
from cudabmc.interpreter.core import Machine
from cudabmc.order import access, across
from cudabmc.state.code import Code
from cudabmc.state.constants import intern
from cudabmc.state.events import READ, WRITE, Access, Event
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.memory import MemObject, merge
from cudabmc.state.position import user_point
from cudabmc.state.step import STOP, StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, PointerSet, Value, identical
from cudabmc.terms import Term

if TYPE_CHECKING:
    from cudabmc.state.flat_bytes import FlatBytes

_UNKNOWN: tuple[set[type], set[type]] = ({Term, PointerSet}, {Term, PointerSet, Pointer})
"""Classes of values that depend on inputs: a plain pointer does so rarely, which matters where reads are watched."""


def _by_host(ex: Execution, thread: Thread, obj: MemObject, offset: int, size: int, how: Access) -> bool:
    """The host accesses what others may use; False if the scheduler has to decide first."""
    if how.strong and ex.s.published.host_threads is not None:
        from cudabmc.order import host_threads  # few programs start threads

        if host_threads.stops(ex, thread, obj, offset, reads=how.kind == READ):
            return False
    if ex.decisions.concurrent and access.stops(ex, thread, ((obj, offset),), how.point):
        return False
    across.by_host(ex, thread, obj, offset, size, how)
    return True


def _loaded(m: Machine, code: Code, pc: int, kind: Type) -> Callable[[Thread, Frame, MemObject, Value], Value]:
    """What becomes of a value that a load has found, if it depends on inputs."""
    ex = m.execution
    if not code.watches(pc):
        return lambda thread, frame, obj, value: ex.simplify(thread, value)
    passed = pc in code.partial.passed

    def watched(thread: Thread, frame: Frame, obj: MemObject, value: Value) -> Value:
        frame.pc = pc
        m.uninitialised.is_loaded(thread, obj, value, kind, passed)
        return ex.simplify(thread, value)

    return watched


def _may_stop(m: Machine) -> bool:
    """Is there any access at which threads stop in this pass?"""
    return m.stops_everywhere or bool(m.execution.decisions.points)


def _order_matters(ex: Execution, how: Access | None) -> bool:
    """May the order of accesses of an instruction matter, in a pass that proves something of all orders?"""
    return ex.all_orders is not None and (how is None or how.point in ex.decisions.points)


def load(m: Machine, code: Code, pc: int, i: Load) -> StepFunction:
    """dst = memory at addr."""
    ex = m.execution
    fetch = fetcher(m, i.addr)
    dst, kind, size, following = i.dst, intern(i.type), i.type.size, pc + 1
    strong = "system" if i.atomic or (i.volatile and not ex.settings.volatile_is_plain) else ""
    own = None if code.function.library else Access(READ, (code.function.name, pc), strong)
    align = alignment.required(i)
    beside = align - 1
    resolver, read = m.resolver, _reader(m, kind)
    concurrent, may_stop = ex.decisions.concurrent, _may_stop(m)
    constant = Space.CONSTANT
    watched = code.watches(pc)
    unknown, loaded = _UNKNOWN[watched], _loaded(m, code, pc, kind)
    in_general = _order_matters(ex, own)

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        pointer = fetch(thread, frame, regs)
        if type(pointer) is Pointer and not in_general:
            offset = pointer.offset
            s = ex.s
            obj = s.objects.get(pointer.obj)
            if (
                type(offset) is int and obj is not None and obj.reach & thread.bit and offset >= 0
                and type(obj.size) is int and offset + size <= obj.size and not offset & beside
                and (obj.owner_thread is None or obj.owner_thread == thread.tid or thread.bit == 1)
                and (obj.owner_block is None or (thread.block is not None and obj.owner_block == thread.block.home))
            ):  # fmt: skip
                if thread.block is None:
                    if (
                        obj.races is not None or thread.operation or s.device.grids or s.device.queue
                        or concurrent or s.published.host_threads is not None
                    ):  # fmt: skip
                        frame.pc = pc
                        how = own or Access(READ, user_point(thread), strong)
                        if not _by_host(ex, thread, obj, offset, size, how):
                            return STOP
                        if frame.spins and obj.common:
                            thread.awaiting.reads.append((obj.id, offset))
                        obj = ex.s.objects[pointer.obj]
                elif obj.common and (obj.space is not constant or across.meets_others(ex, obj)):
                    how = own or Access(READ, user_point(thread), strong)
                    if (thread.turn.go or may_stop) and access.stops(ex, thread, ((obj, offset),), how.point):
                        frame.pc = pc
                        return STOP
                    frame.pc = pc
                    if frame.spins:
                        thread.awaiting.reads.append((obj.id, offset))
                    access.note(ex, thread, obj, Event(thread, obj, offset, size, how, None, thread.path))
                    obj = ex.s.objects[pointer.obj]
                cell = obj.cells.get(offset) if obj.flat_bytes is None else None
                if cell is not None and cell[0] is kind:
                    value = cell[1]
                else:
                    frame.pc = pc
                    value = read(obj, offset)
                if type(value) in unknown:
                    value = loaded(thread, frame, obj, value)
                regs[dst] = value
                return following
        frame.pc = pc
        how = own or Access(READ, user_point(thread), strong)
        value = resolver.load(thread, pointer, kind, how, align=align, reads=watched)
        if value is None:
            return STOP
        regs[dst] = value
        return following

    return step


def _known(kind: Type) -> Callable[["FlatBytes", int], Value | None]:
    """Reads a value of the type from bytes; None if they are not known. Faster than to look for its form each time."""
    size, get = kind.size, None

    def read(held: "FlatBytes", offset: int) -> Value | None:
        nonlocal get
        get = get or held.form(kind)
        return get(held.data, offset) if get is not None and held.is_known(offset, size) else None

    return read


def _reader(m: Machine, kind: Type) -> Callable[[MemObject, int], Value]:
    """Reads a value where no cell of its type stands."""
    objects, known = m.objects, _known(kind)

    def read(obj: MemObject, offset: int) -> Value:
        held = obj.flat_bytes
        value = None if held is None or kind is PTR else known(held, offset)
        return objects.read(obj, offset, kind) if value is None else value

    return read


def _writer(m: Machine, kind: Type) -> Callable[[Thread, MemObject, int, Value], None]:
    """Writes a value where no cell of its type stands."""
    ex, memory, known = m.execution, m.objects.memory, _known(kind)

    def write(thread: Thread, obj: MemObject, offset: int, value: Value) -> None:
        held = obj.flat_bytes
        # A NaN in memory may have other bits than the one that is stored.
        if held is None or not identical(known(held, offset), value) or value != value:
            memory.write(obj, offset, kind, value)
            access.changed(ex, thread, obj, offset)

    return write


def store(m: Machine, code: Code, pc: int, i: Store) -> StepFunction:
    """memory at addr = value."""
    ex = m.execution
    fetch = fetcher(m, i.addr)
    fetch_value = fetcher(m, i.value)
    kind, size, following = intern(i.type), i.type.size, pc + 1
    strong = "system" if i.atomic or (i.volatile and not ex.settings.volatile_is_plain) else ""
    own = None if code.function.library else Access(WRITE, (code.function.name, pc), strong)
    align = alignment.required(i)
    beside = align - 1
    resolver, objects, write = m.resolver, m.objects, _writer(m, kind)
    concurrent, may_stop = ex.decisions.concurrent, _may_stop(m)
    in_general = _order_matters(ex, own)

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        pointer = fetch(thread, frame, regs)
        value = fetch_value(thread, frame, regs)
        if type(pointer) is Pointer and not in_general:
            offset = pointer.offset
            s = ex.s
            obj = s.objects.get(pointer.obj)
            if (
                type(offset) is int and obj is not None and obj.reach & thread.bit and offset >= 0
                and type(obj.size) is int and offset + size <= obj.size and not obj.read_only and not offset & beside
                and (obj.owner_thread is None or obj.owner_thread == thread.tid or thread.bit == 1)
                and (obj.owner_block is None or (thread.block is not None and obj.owner_block == thread.block.home))
                and obj.space is not Space.CONSTANT
            ):  # fmt: skip
                if thread.block is None:
                    if (
                        obj.races is not None or thread.operation or s.device.grids or s.device.queue
                        or concurrent or s.published.host_threads is not None
                    ):  # fmt: skip
                        frame.pc = pc
                        how = own or Access(WRITE, user_point(thread), strong)
                        if not _by_host(ex, thread, obj, offset, size, how):
                            return STOP
                        obj = ex.s.objects[pointer.obj]
                elif obj.common:
                    how = own or Access(WRITE, user_point(thread), strong)
                    if (thread.turn.go or may_stop) and access.stops(ex, thread, ((obj, offset),), how.point):
                        frame.pc = pc
                        return STOP
                    frame.pc = pc
                    access.note(ex, thread, obj, Event(thread, obj, offset, size, how, value, thread.path))
                    obj = ex.s.objects[pointer.obj]
                if obj.owner is not ex.s.token:
                    obj = ex.s.own_object(obj)
                if thread.path is not True and obj.lifetime.birth is not thread.path:
                    frame.pc = pc
                    value = merge(thread.path, value, objects.old_value(obj, offset, kind), kind)
                cell = obj.cells.get(offset) if obj.flat_bytes is None else None
                if cell is not None and cell[0] is kind:
                    old = cell[1]
                    if old != value or (type(value) is float and value == 0.0 and old.hex() != value.hex()):
                        obj.cells[offset] = (kind, value)
                        obj.flat = None
                        access.changed(ex, thread, obj, offset)
                else:
                    write(thread, obj, offset, value)
                return following
        frame.pc = pc
        how = own or Access(WRITE, user_point(thread), strong)
        if not resolver.store(thread, pointer, value, kind, how, align=align):
            return STOP
        return following

    return step


def copy_bytes(m: Machine, code: Code, pc: int, i: CopyBytes) -> StepFunction:
    """Assignment of structs."""
    fetch_dst, fetch_src = fetcher(m, i.dst), fetcher(m, i.src)
    own = None if code.function.library else (code.function.name, pc)
    aligns = i.dst_align, i.src_align

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        dst, src = fetch_dst(thread, frame, regs), fetch_src(thread, frame, regs)
        if not copy_known(m, thread, dst, src, i.size, Transfer(own or user_point(thread), aligns=aligns)):
            return STOP
        return pc + 1

    return step
