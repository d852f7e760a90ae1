"""Events: what other threads can see of an access, and the races that it makes."""

from collections.abc import Iterable

from cudabmc import terms
from cudabmc.order import across, conflicts, flows, observed
from cudabmc.order import strong as strong_access
from cudabmc.order.conflict import Conflict, overlap
from cudabmc.state import copies, events, lockstep, races
from cudabmc.state.decisions import Point, Spot
from cudabmc.state.events import READ, VERBS, WRITE, Event, Span
from cudabmc.state.execution import SEQUENTIAL, Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.order_abstraction import OrderAbstraction
from cudabmc.state.places import noted
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.thread import Status, Thread

_MISSING: frozenset[Spot] = frozenset()


def stops(ex: Execution, thread: Thread, places: Iterable[tuple[MemObject, object]], point: Point) -> bool:
    """Does the scheduler decide before an access to these places? If so the thread is now PENDING;
    when it is chosen, its next access goes through. With lockstep warps it first waits for those beside it."""
    places = tuple(places)
    if thread.turn.go:
        thread.turn.go = False
        return False
    if ex.lockstep and not ex.nested and thread.block is not None:
        if not thread.turn.stepped and not any(obj.common for obj, _ in places):
            return False
        if not lockstep.has_stepped(thread):
            return True
    if ex.nested or not is_visible(ex, places, point):
        return False
    if ex.all_orders is not None:
        raise NotForAllOrders  # of an instruction whose accesses are not taken for arbitrary
    thread.status = Status.PENDING
    thread.turn.commutes = None
    thread.turn.before = tuple((obj.id, obj.key, offset) for obj, offset in places)
    return True


def is_visible(ex: Execution, places: Iterable[tuple[MemObject, object]], point: Point) -> bool:
    """Is an access to these places a visible event?"""
    return any(_visible(ex, obj, offset, point) for obj, offset in places)


def _visible(ex: Execution, obj: MemObject, offset: object, point: Point) -> bool:
    """Is the access a visible event: without reduction every one to common memory, with it those
    that are known to conflict with another thread's."""
    if not ex.settings.por:
        return obj.common
    where = ex.decisions.points.get(point, _MISSING)
    if where is _MISSING:
        return False
    return where is None or not isinstance(offset, int) or (obj.key, offset) in where


def note(ex: Execution, thread: Thread, obj: MemObject, new: Event) -> None:
    """A kernel thread accesses known bytes that other threads can reach."""
    obj = ex.s.own_object(obj)
    table = _recorded(ex, thread, obj, new)
    offset, size = new.offset, new.size
    assert isinstance(offset, int) and isinstance(size, int)
    if ex.listening.listener is not None:
        ex.listening.heard.append(new)
    _hand_on(ex, thread, obj, new)
    keep_all = ex.orders_threads or new.path is not True
    if ex.all_orders is not None and ex.all_orders.critical.expected:
        keep_all = True  # an access that holds a lock does not stand for one that holds none
    if observed.is_kept(ex, obj):
        observed.note(ex, thread, obj, new)
        keep_all = True
    for old in table.note(offset, size, new, keep_all):
        if not races.barrier_ordered(old, new, thread) and not copies.is_own(thread, old):
            conflicts.found(ex, Conflict(thread, obj, old, new, True))
    if table.symbolic:
        _compare(ex, thread, obj, Span(offset, size, new), table.symbolic)
    if table.has_rivals or table.turns:
        across.check(ex, thread, obj, Span(offset, size, new), table)
    if thread.copies.copying:
        new.epoch = copies.NEVER


def _compare(ex: Execution, thread: Thread, obj: MemObject, mine: Span, others: Iterable[Span]) -> None:
    """Accesses of which at least one is at an offset that depends on inputs: a conflict, if no barrier orders them."""
    new = mine.event
    for other in others:
        old = other.event
        if ex.all_orders is not None and _apart(ex.all_orders, other, mine):
            continue
        if not events.conflict(old, new) or copies.is_own(thread, old) or races.barrier_ordered(old, new, thread):
            continue
        meet = overlap(other, mine)
        if meet is not False:
            conflicts.found(ex, Conflict(thread, obj, old, new, meet))


def _apart(abstraction: OrderAbstraction, one: Span, other: Span) -> bool:
    """Are the offsets known to differ, in a pass that proves something of all orders?"""
    from cudabmc.order import tickets

    return tickets.apart(abstraction, one, other)


def note_symbolic(ex: Execution, thread: Thread, obj: MemObject, new: Event) -> None:
    """A kernel thread accesses such bytes at an offset that depends on inputs."""
    obj = ex.s.own_object(obj)
    table = _recorded(ex, thread, obj, new)
    _hand_on(ex, thread, obj, new)
    if new.kind != READ and observed.is_kept(ex, obj):
        observed.forget(ex, obj)
    mine = Span(new.offset, new.size, new)
    _compare(ex, thread, obj, mine, table.near(mine))
    if table.has_rivals or table.turns:
        across.check(ex, thread, obj, mine, table)
    if thread.copies.copying:
        new.epoch = copies.NEVER
    table.symbolic.append(mine)


def _recorded(ex: Execution, thread: Thread, obj: MemObject, new: Event) -> races.RaceTable:
    """The table of the object that takes the event; whoever wants to know of it is told."""
    ex.counts.events += 1
    table = obj.races
    if table is None or table.operation != thread.operation:
        table = across.table_of(ex, obj, thread)
    obj.observed = obj.observed or observed.observes(new)
    if table.has_swaps or events.compares(new):
        from cudabmc.order import equal_swaps  # few programs have them

        equal_swaps.note(ex, obj, table, new)
    if ex.s.step is not None and new.point in ex.decisions.points:
        ex.s.step.append(new)
    if thread.copies.copying:
        copies.shadow(thread, new)
    if ex.listening.listener is not None:
        new.place = noted(ex, thread, VERBS[new.kind])
    return table


def _hand_on(ex: Execution, thread: Thread, obj: MemObject, new: Event) -> None:
    """A strong access gets what others have released, or releases. An atomic reads here; what it writes, if it does,
    it stores itself. A plain write replaces what was released."""
    kind = new.kind
    if not new.strong:
        if kind == WRITE and ex.s.published.released:
            strong_access.replaced(ex.s, new.obj, new.offset, new.size, new.path)
    elif kind == WRITE:
        strong_access.write(ex, thread, new.obj, new.offset, new.path, atomic=False)
    else:
        if kind == READ:
            ex.remarks.note(SEQUENTIAL)
        strong_access.read(ex, thread, new.obj, new.offset, new.path)
        if new.commutes and thread.causality.found:
            flows.note(ex, thread, obj, new.offset)


def changed(ex: Execution, thread: Thread, obj: MemObject, offset: "int | terms.Term") -> None:
    """Memory got another value: threads that wait for it continue."""
    if obj.owner_thread is not None and (thread.block is not None or _is_of_host(thread, obj)):
        thread.awaiting.local_writes += 1
        return
    thread.awaiting.writes += 1
    s = ex.s
    if not s.device.grids or not obj.common:
        return
    s.changes += 1
    for grid in s.device.grids.values():
        for tid in sorted(grid.spinning):
            other = grid.threads[tid]
            if tid != thread.tid and _waits_for(other, obj, offset):
                grid.spinning.discard(tid)
                other = s.own_thread(other)
                other.status = Status.RUNNABLE
                grid.runnable.append(tid)
    host = s.host
    assert host is not None
    if host.status is Status.SPINNING and thread.tid and _waits_for(host, obj, offset):
        s.own_thread(host).status = Status.RUNNABLE


def _is_of_host(thread: Thread, obj: MemObject) -> bool:
    """Is it a variable of the host that no kernel reaches? The host may wait in a loop that calls functions, with
    variables of their own."""
    return thread.tid == events.HOST and not obj.common


def _waits_for(thread: Thread, obj: MemObject, offset: "int | terms.Term") -> bool:
    return thread.awaiting.until is None or any(o == obj.id and _near(at, offset) for o, at in thread.awaiting.until)


def _near(a: "int | terms.Term", b: "int | terms.Term") -> bool:
    """Could accesses at the two offsets meet? None has more than 16 bytes."""
    return not isinstance(a, int) or not isinstance(b, int) or abs(a - b) < 16
