"""Critical sections, in a pass that proves something of all orders at once.

    while (atomicCAS(&mutex, 0, 1) != 0) ;
    __threadfence();  *count = *count + 1;  __threadfence();
    atomicExch(&mutex, 0);

A place is a lock if kernels access it in two ways alone. A thread that holds no lock takes it, by an atomic that leaves
a taken lock as it is, and where it fails nothing happens but that it tries again. A thread that holds it frees it, and
does not wait before. Then only one thread is in a critical section of the lock at a time, whatever the order: no
accesses in two of them race, if fences stand between each and both ends of its section.

What a section finds at a place that other sections write is arbitrary. If these alone write there, the differences
between what they find and what they leave add up to what all of them leave, in any order.
"""

from enum import Enum, auto
from typing import NamedTuple

from cudabmc import terms
from cudabmc.goto.op import DIVISIONS, POINTER_OPS
from cudabmc.goto.program import Assign, Branch, Call, Const, Goto, Reg
from cudabmc.goto.types import BoolType, IntType, Type
from cudabmc.order.conflict import Conflict
from cudabmc.state import copies, events
from cudabmc.state.code import Code
from cudabmc.state.constants import constant
from cudabmc.state.decisions import Point, Spot
from cudabmc.state.events import ATOMIC, Event
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.model_call import CallSite
from cudabmc.state.order_abstraction import Attempts, CriticalSections, Lock, Section
from cudabmc.state.signals import NotForAllOrders, RunAgain
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value, identical


class LockStep(Enum):
    """What an atomic does to a lock."""

    NONE = auto()
    FAILS = auto()
    TAKES = auto()
    FREES = auto()


class Swap(NamedTuple):
    """A compare-and-swap at `site`, or an exchange if `compare` is None, at a `spot` that `holds` a number. What it
    finds is `used`, or nobody looks at it."""

    site: Point
    spot: Spot
    holds: Value
    compare: Value
    value: Value
    used: bool


def step(ex: Execution, thread: Thread, swap: Swap) -> LockStep:
    """What an atomic whose order matters does to a lock. Each attempt to take one fails first: so the failure is seen,
    too, and that nothing comes of it."""
    critical = _critical(ex)
    spot, held = swap.spot, critical.held.get(thread.tid)
    lock = critical.locks.get(spot)
    if lock is None and not _may_be_lock(critical, swap):
        other(ex, spot)
        return LockStep.NONE
    if not critical.expected:
        critical.expected = True
        raise RunAgain
    if lock is None:
        assert isinstance(swap.holds, int) and isinstance(swap.value, int)
        lock = critical.locks[spot] = Lock(swap.holds, swap.value)
    if held is not None and held.lock == spot:
        if not _swaps(swap, lock.taken, lock.free) or not always(thread):
            _no_lock(critical, spot)
        return LockStep.FREES
    if not _swaps(swap, lock.free, lock.taken) or not swap.used:
        _no_lock(critical, spot)
    if held is not None or not always(thread):
        rule_out(critical, swap.site)
    if _again(ex, thread, swap):
        return LockStep.FAILS
    critical.held[thread.tid] = Section(spot, swap.site)
    return LockStep.TAKES


MOST_ATTEMPTS = 16
"""So often a thread fails to take a lock until it is like it was before: as long as it sleeps longer each time."""


def _again(ex: Execution, thread: Thread, swap: Swap) -> bool:
    """Does an attempt to take a lock fail once more? It does until a failure changes nothing; and none may change
    anything that matters behind a success."""
    critical = _critical(ex)
    state, behind = _now(ex, thread), _behind(ex, thread, swap)
    last = critical.attempts.get(thread.tid)
    if last is None:
        last = critical.attempts[thread.tid] = Attempts(swap.spot, swap.site, None, behind, changes(ex, thread), 0)
    if (last.lock, last.site, last.memory) != (swap.spot, swap.site, changes(ex, thread)):
        rule_out(critical, last.site)
    if last.behind != behind or last.count >= MOST_ATTEMPTS:
        rule_out(critical, last.site)
    if last.state == state:
        del critical.attempts[thread.tid]
        return False
    last.state, last.count = state, last.count + 1
    thread.awaiting.writes += 1  # it does not wait: what it waits for comes with the next attempts
    last.memory = changes(ex, thread)
    return True


def other(ex: Execution, spot: Spot) -> None:
    """An atomic whose order matters does nothing to a lock."""
    critical = _critical(ex)
    critical.others.add(spot)
    if any(spot[0] == key and spot[1] in (at, None) for key, at in critical.locks):
        _no_lock(critical, spot)


_HARMLESS = frozenset(("__threadfence", "__threadfence_block", "__threadfence_system", "__nanosleep"))


def calls(ex: Execution, thread: Thread, site: CallSite) -> None:
    """The thread calls what is no atomic, and may have effects that memory does not show: it must not do that between
    a failure to take a lock and the next attempt."""
    critical = _critical(ex)
    attempt = critical.attempts.get(thread.tid) or critical.retries.get(thread.tid)
    if attempt is not None and not site.model.pure and site.model.name not in _HARMLESS:
        rule_out(critical, attempt.site)


def stops(critical: CriticalSections, thread: Thread) -> None:
    """Another thread runs now: this one must not hold a lock, nor have failed to take one."""
    tid = thread.tid
    left = critical.attempts.get(tid) or critical.retries.get(tid) or critical.held.get(tid)
    if left is not None:
        rule_out(critical, left.site)


def begin(ex: Execution, thread: Thread) -> None:
    """The thread has taken the lock."""
    critical = _critical(ex)
    thread.causality.clock += 1
    section = critical.held[thread.tid]
    section.first = thread.causality.clock
    critical.sections.setdefault((thread.operation, thread.tid), []).append(section)


def end(ex: Execution, thread: Thread, section: Section) -> None:
    """The thread is about to free the lock that it holds."""
    del _critical(ex).held[thread.tid]
    section.last = thread.causality.clock
    thread.causality.clock += 1
    if not all(_fenced_behind(section, clock, near) for clock, near in section.owes):
        raise NotForAllOrders


def fence(ex: Execution, thread: Thread, scope: str) -> None:
    """The thread makes a fence; its clock is that of accesses before it."""
    section = _critical(ex).held.get(thread.tid)
    if section is not None and always(thread):
        section.fences.append((thread.causality.clock, scope != "block"))


def orders(ex: Execution, c: Conflict) -> bool:
    """Are the two accesses in critical sections of one lock, so that one comes before the other in any order? Places
    of others are not guarded by it."""
    assert ex.all_orders is not None
    critical = ex.all_orders.critical
    if not critical.expected:
        return False
    if _at_lock(critical, c) or _protected(critical, c):
        return True
    places = {spot for access in (c.old, c.new) for spot in _bytes(access)} - critical.unguarded
    critical.unguarded |= places
    if any(is_among(critical.guarded, spot) for spot in places):
        ex.all_orders.again = True
    return False


def is_among(known: set[Spot], spot: Spot) -> bool:
    """Is a byte, or any byte of an object, among these?"""
    return spot in known or (spot[0], None) in known or (spot[1] is None and any(key == spot[0] for key, _ in known))


def _critical(ex: Execution) -> CriticalSections:
    assert ex.all_orders is not None
    return ex.all_orders.critical


def _may_be_lock(critical: CriticalSections, swap: Swap) -> bool:
    key, offset = swap.spot
    free, taken = swap.holds, swap.value
    if key in critical.no_locks or swap.site in critical.no_sites:
        return False
    if (key, offset) in critical.others or (key, None) in critical.others:
        return False
    numbers = isinstance(free, int) and isinstance(taken, int) and free != taken
    return numbers and swap.used and swap.compare in (None, free)


def _swaps(swap: Swap, free: int, taken: int) -> bool:
    """Does it put one number in the place of the other, surely?"""
    return identical(swap.holds, free) and identical(swap.value, taken) and swap.compare in (None, free)


def always(thread: Thread) -> bool:
    """Does the thread come here for all inputs?"""
    return not thread.forks and thread.path is thread.base


def _no_lock(critical: CriticalSections, spot: Spot) -> None:
    critical.no_locks.add(spot[0])
    raise RunAgain


def rule_out(critical: CriticalSections, site: Point) -> None:
    """The atomic at `site` is not part of what it was taken for: the pass runs again."""
    critical.no_sites.add(site)
    raise RunAgain


def changes(ex: Execution, thread: Thread) -> tuple[int, int]:
    """How often memory has changed."""
    return ex.s.changes, thread.awaiting.writes


def state_of(ex: Execution, thread: Thread) -> tuple[object, list[Value]]:
    """What the thread goes on from, but for memory that others can reach: where it is, and values."""
    values: list[Value] = []
    shape = []
    for frame in thread.frames:
        used = sorted(frame.code.live[frame.pc])
        values += [frame.regs[register] for register in used]
        variables = _variables(ex, frame)
        values += [value for _, _, cells in variables for _, _, value in cells]
        places = [(number, below, [(at, type) for at, type, _ in cells]) for number, below, cells in variables]
        shape.append((frame.code.function.name, frame.pc, places))
    return shape, values


def _now(ex: Execution, thread: Thread) -> tuple[object, object]:
    shape, values = state_of(ex, thread)
    return shape, [_exactly(value) for value in values]


def _behind(ex: Execution, thread: Thread, swap: Swap) -> object:
    """What of that matters once it has taken the lock."""
    found = []
    for frame in thread.frames:
        inner = frame is thread.frames[-1]
        used = _used_behind(frame.code, frame.pc, swap.holds) if inner else frame.code.live[frame.pc]
        held = [
            (number, below, [(at, type, _exactly(value)) for at, type, value in cells])
            for number, below, cells in _variables(ex, frame)
        ]
        found.append(([(register, _exactly(frame.regs[register])) for register in sorted(used)], held))
    return found


def _used_behind(code: Code, pc: int, answer: Value) -> frozenset[int]:
    """The registers that are used after the call at `pc` has given this answer: what only depends on that is computed,
    and branches on it are decided."""
    body = code.function.body
    call = body[pc]
    known: dict[int, Value] = {call.dst: answer} if isinstance(call, Call) and call.dst is not None else {}
    at = pc + 1
    for _ in body:
        match body[at]:
            case Goto(target=target):
                at = target
            case Branch(cond=Reg(index=cond), then=then, orelse=orelse) if isinstance(known.get(cond), bool):
                at = then if known[cond] else orelse
            case Assign() as i if (value := _computed(i, known)) is not None:
                known[i.dst] = value
                at += 1
            case _:
                break
    return code.live[at] - known.keys()


def _computed(i: Assign, known: dict[int, Value]) -> Value:
    """What is computed from known integers; None if anything else is."""
    if not isinstance(i.of, BoolType | IntType) or i.op in POINTER_OPS or i.op in DIVISIONS:
        return None
    values: list[Value] = []
    for operand in i.args:
        if isinstance(operand, Const):
            values.append(constant(operand))
        elif isinstance(operand, Reg) and operand.index in known:
            values.append(known[operand.index])
        else:
            return None
    return terms.apply(i.op, i.type, i.of, tuple(values))


def _variables(ex: Execution, frame: Frame) -> list[tuple[int, object, list[tuple[int, Type, Value]]]]:
    """The variables of a function in memory: what lies below, and cells with offsets and types."""
    found = []
    for number in frame.allocas:
        obj = ex.s.objects.get(number)
        if obj is not None and obj.is_live:
            found.append((number, obj.below, [(at, *obj.cells[at]) for at in sorted(obj.cells)]))
    return found


def _exactly(value: Value) -> object:
    """Equal for identical values alone."""
    return type(value), value.hex() if isinstance(value, float) else value


def _at_lock(critical: CriticalSections, c: Conflict) -> bool:
    """Are both accesses to a lock, by the atomics that take and free it?"""
    locks = [spot for spot in critical.locks if spot[0] == c.obj.key]
    if not locks:
        return False
    touched = {spot for access in (c.old, c.new) for spot in _bytes(access)}
    hit = [spot for spot in locks if spot in touched or (spot[0], None) in touched]
    if not hit:
        return False
    if c.old.kind != ATOMIC or c.new.kind != ATOMIC or (c.old.offset, c.old.size) != (c.new.offset, c.new.size):
        _no_lock(critical, hit[0])
    return events.morally_strong(c.old, c.new)


def _bytes(access: Event) -> set[Spot]:
    if not isinstance(access.offset, int) or not isinstance(access.size, int):
        return {(access.key, None)}
    return {(access.key, at) for at in range(access.offset, access.offset + access.size)}


def _protected(critical: CriticalSections, c: Conflict) -> bool:
    new = critical.held.get(c.new.tid)
    if new is None or c.thread.copies.copying or c.beside:
        return False
    known = critical.sections.get((c.old.operation, c.old.tid), ())
    old = next((s for s in known if s.last is not None and s.first <= c.old.clock <= s.last), None)
    if old is None or old.lock != new.lock or c.old.epoch == copies.NEVER:
        return False
    if events.morally_strong(c.old, c.new) and events.partly(c.old, c.new) is False:
        return True
    near = c.old.block == c.new.block
    if not _fenced_before(old, c.old.clock, near) or not _fenced_behind(old, c.old.clock, near):
        return False
    new.owes.append((c.new.clock, near))
    return _fenced_before(new, c.new.clock, near)


def _fenced_before(section: Section, clock: int, near: bool) -> bool:
    return any(end < clock and (near or wide) for end, wide in section.fences)


def _fenced_behind(section: Section, clock: int, near: bool) -> bool:
    return any(end >= clock and (near or wide) for end, wide in section.fences)
