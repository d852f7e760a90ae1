"""Events: what other threads can see of an access, and the races that it makes."""

from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.machine import races
from cudabmc.machine.memory import MemObject
from cudabmc.machine.races import ATOMIC, READ, WRITE, Access, RaceTable, SymbolicAccess
from cudabmc.machine.show import element_name, thread_name
from cudabmc.machine.state import Status, Thread
from cudabmc.machine.value import Value
from cudabmc.machine.vc import Condition
from cudabmc.result import Place, ThreadId

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine

_MISSING: set[tuple[str, int]] = set()
_VERBS = {READ: "read", WRITE: "write", ATOMIC: "atomic access"}


def stops(m: "Machine", thread: Thread, obj: MemObject, offset: object, point: races.Point) -> bool:
    """Does the scheduler decide before this access? If so the thread is now PENDING."""
    if thread.go:
        thread.go = False
        return False
    if m.nested:
        return False
    if m.settings.por:
        where = m.points.get(point, _MISSING)
        if where is _MISSING:
            return False
        if where is not None and isinstance(offset, int) and (obj.key, offset) not in where:
            return False
    thread.status = Status.PENDING
    return True


def note(
    m: "Machine", thread: Thread, obj: MemObject, offset: int, size: int, kind: int, strong: str,
    commutes: str, point: races.Point, value: Value | None, path: Value,
) -> None:  # fmt: skip
    """Record an access of a kernel thread to bytes that other threads can reach."""
    m.event_count += 1
    if obj.owner is not m.s.token:
        obj = m.s.own_object(obj)
    table = obj.races
    if table is None or table.launch != m.s.launches:  # type: ignore[attr-defined]
        table = obj.races = RaceTable(m.s.launches)
    assert isinstance(table, RaceTable)
    new = Access(thread, kind, strong, commutes, point, value)
    new.path = path
    if m.on_step is not None:
        new.place = m.place(thread, _VERBS[kind])
    if strong:
        strong_access(m, thread, (obj.id, offset), kind)
    for old in table.note(offset, size, new, bool(m.s.released) or path is not True):
        _conflict(m, thread, obj, offset, old, new, True)
    for other in table.symbolic:
        if races.conflict(other.access, new) and not races.barrier_ordered(other.access, new):
            _symbolic_conflict(m, thread, obj, other, SymbolicAccess(offset % 2**64, size, new))  # type: ignore[arg-type]


def note_symbolic(
    m: "Machine", thread: Thread, obj: MemObject, offset: terms.Term, size: int, kind: int, strong: str,
    commutes: str, point: races.Point, path: Value,
) -> None:  # fmt: skip
    """Record an access at an offset that depends on inputs."""
    m.event_count += 1
    obj = m.s.own_object(obj)
    table = obj.races
    if table is None or table.launch != m.s.launches:  # type: ignore[attr-defined]
        table = obj.races = RaceTable(m.s.launches)
    assert isinstance(table, RaceTable)
    new = Access(thread, kind, strong, commutes, point, None)
    new.path = path
    if m.on_step is not None:
        new.place = m.place(thread, _VERBS[kind])
    mine = SymbolicAccess(offset, size, new)
    for start, entries in table.cells.items():
        for old in entries:
            if races.conflict(old, new) and not races.barrier_ordered(old, new):
                _symbolic_conflict(m, thread, obj, SymbolicAccess(start, table.width, old), mine)  # type: ignore[arg-type]
    for other in table.symbolic:
        if races.conflict(other.access, new) and not races.barrier_ordered(other.access, new):
            _symbolic_conflict(m, thread, obj, other, mine)
    table.symbolic.append(mine)


def _symbolic_conflict(m: "Machine", thread: Thread, obj: MemObject, a: SymbolicAccess, b: SymbolicAccess) -> None:
    overlap = _overlap(a.offset, a.size, b.offset, b.size)
    both = terms.land(m.s.alive, overlap, a.access.path, b.access.path)
    if both is False:
        return
    _conflict(m, thread, obj, b.offset, a.access, b.access, overlap)


def _overlap(a: Value, a_size: int, b: Value, b_size: int) -> Value:
    """Do [a, a + a_size) and [b, b + b_size) share a byte?"""
    distance = terms.difference(a, b, 64)
    if distance is not None:
        return -b_size < -distance < a_size
    apart = terms.apply(Op.SUB, I64, I64, (b, a))
    back = terms.apply(Op.SUB, I64, I64, (a, b))
    return terms.lor(
        terms.apply(Op.ULT, BOOL, I64, (apart, a_size)), terms.apply(Op.ULT, BOOL, I64, (back, b_size))
    )


def _conflict(
    m: "Machine", thread: Thread, obj: MemObject, offset: "int | terms.Term", old: Access, new: Access, overlap: Value
) -> None:
    """Two accesses conflict where `overlap` holds, and no barrier orders them."""
    if isinstance(offset, int) and overlap is True:
        _found(m, old.point, (obj.key, offset))
        _found(m, new.point, (obj.key, offset))
    elif m.feasible(terms.land(m.s.alive, overlap, old.path, new.path)):
        m.found_points[old.point] = None
        m.found_points[new.point] = None
    else:
        return
    if m.settings.is_on("data-race") and not races.morally_strong(old, new) and not races.known(old, thread):
        _race(m, thread, obj, offset, old, new, overlap)


def _found(m: "Machine", point: races.Point, where: tuple[str, int]) -> None:
    places = m.found_points.setdefault(point, set())
    if places is not None:
        places.add(where)


def _race(
    m: "Machine", thread: Thread, obj: MemObject, offset: "int | terms.Term", old: Access, new: Access, overlap: Value
) -> None:
    formula = terms.land(m.s.alive, old.path, new.path, overlap)
    same = old.kind == WRITE and new.kind == WRITE and old.value is not None and old.value == new.value
    if same and m.settings.same_value_races:
        return
    key = (frozenset((old.point, new.point)), obj.name, formula)
    if formula is False or key in m.races_seen:
        return
    m.races_seen.add(key)
    name = element_name(obj, offset) if overlap is True or isinstance(offset, int) else f"'{obj.name}'"
    first = old.place or _place(m, old)
    second = m.place(thread, _VERBS[new.kind])
    first, second = _described(first, old), _described(second, new)
    text = (
        f"data race on {name}: {_VERBS[old.kind]} by {thread_name(first.thread)}"
        f" and {_VERBS[new.kind]} by {thread_name(second.thread)}"
    )
    if same:
        text += ", both write the same value"
    hint = _hint(old, new)
    m.s.vcs.append(
        Condition("data-race", text, (first, second), formula, m.info(obj), m.s.schedule, hint, m.step_count)
    )


def _hint(old: Access, new: Access) -> str:
    if old.strong and new.strong:
        return "an atomic of block scope does not reach threads of other blocks; use the form without _block"
    if bool(old.strong) != bool(new.strong):
        return "one side is atomic or volatile, the other a plain access; make both atomic, or order them by a barrier"
    if old.block == new.block:
        return "order the two accesses with __syncthreads(), or use an atomic operation"
    return "threads of different blocks have no common barrier inside of a kernel: use atomics, or split the kernel"


def _described(place: Place, access: Access) -> Place:
    return Place(place.thread, place.loc, place.function, _VERBS[access.kind], place.stack, place.values)


def _place(m: "Machine", access: Access) -> Place:
    grid = m.s.grid
    assert grid is not None
    code = m.codes[access.point[0]]
    where = code.location(access.point[1])
    return Place(grid.threads[access.tid].id, where, code.function.display, _VERBS[access.kind])


def host_access(
    m: "Machine", thread: Thread, obj: MemObject, offset: "int | terms.Term", size: int, kind: int
) -> None:
    """The host touches managed or pinned memory: a kernel that it has not waited for may race
    (programming guide, 'Unified Memory Programming': coherency and concurrency)."""
    table = obj.races
    if not isinstance(table, RaceTable) or table.launch <= m.s.synchronised or not isinstance(offset, int):
        return
    if not m.settings.is_on("data-race"):
        return
    for start in range(offset - table.width + 1, offset + size):
        for old in table.cells.get(start, ()):
            if kind == READ and old.kind == READ:
                continue
            first = old.place or _late_place(m, old)
            second = m.place(thread, _VERBS[kind])
            text = (
                f"data race on {element_name(obj, offset)}: {_VERBS[old.kind]} by a kernel that the host has not"
                f" waited for, and {_VERBS[kind]} by the host"
            )
            formula = terms.land(m.s.alive, old.path, thread.path)
            key = (old.point, first.loc, second.loc, formula)
            if formula is not False and key not in m.races_seen:
                m.races_seen.add(key)
                hint = "call cudaDeviceSynchronize() before the host touches memory that a kernel uses"
                places = (first, second)
                m.s.vcs.append(
                    Condition("data-race", text, places, formula, m.info(obj), m.s.schedule, hint, m.step_count)
                )


def _late_place(m: "Machine", access: Access) -> Place:
    code = m.codes[access.point[0]]
    where = ThreadId((access.block, 0, 0), (0, 0, 0), code.function.display)
    return Place(where, code.location(access.point[1]), code.function.display, _VERBS[access.kind])


# ---------------------------------------------------------------- strong accesses


def strong_access(m: "Machine", thread: Thread, where: tuple[int, int], kind: int) -> None:
    """Atomics and volatile accesses carry what fences release and acquire."""
    s = m.s
    if kind != WRITE:
        found = s.released.get(where)
        if found and races.meant_for(found, thread):
            thread.acquired = races.join(thread.acquired, found)
            if m.settings.atomics_synchronise:
                thread.knowledge = races.join(thread.knowledge, found)
    if kind == READ:
        return
    if m.settings.atomics_synchronise:
        released = races.snapshot(thread)
        thread.clock += 1
    else:
        released = thread.released
    if kind == ATOMIC:
        released = races.join(released, s.released.get(where, {}))
    if released:
        s.released[where] = released
    elif where in s.released:
        del s.released[where]


def changed(m: "Machine", thread: Thread, obj: MemObject, offset: "int | terms.Term") -> None:
    """Memory got another value: threads that wait for it go on."""
    thread.writes += 1
    grid = m.s.grid
    if grid is None or not grid.spinning or not obj.common:
        return
    for tid in sorted(grid.spinning):
        if tid == thread.tid:
            continue
        other = grid.threads[tid]
        if other.until is None or any(
            o == obj.id and (not isinstance(offset, int) or abs(at - offset) < 8) for o, at in other.until
        ):
            grid.spinning.discard(tid)
            other = m.s.own_thread(other)
            other.status = Status.RUNNABLE
            grid.runnable.append(tid)
