"""Accesses of different stream operations, and of the host while they run: do they conflict?

Each object keeps a table of accesses for each stream operation that is not known to have ended before
all that follows. A new access is compared with those of the operations that no stream, event or wait of
the host orders before it (programming guide, 'Asynchronous Concurrent Execution').
"""

from collections.abc import Iterable, Iterator

from cudabmc import terms
from cudabmc.order import conflicts
from cudabmc.order import strong as strong_access
from cudabmc.order.conflict import Conflict, overlap
from cudabmc.result import ThreadId
from cudabmc.state import events, places, races
from cudabmc.state.decisions import Point
from cudabmc.state.events import ATOMIC, HOST, READ, VERBS, WRITE, Access, Event, Span
from cudabmc.state.execution import Execution
from cudabmc.state.memory import HOST_BIT, MemObject
from cudabmc.state.order import Order, holds, sure
from cudabmc.state.races import OF_HOST_THREADS, RaceTable
from cudabmc.state.settled import settled
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def table_of(ex: Execution, obj: MemObject, thread: Thread) -> RaceTable:
    """The table of the stream operation that the thread belongs to, in front of those of other operations."""
    front = obj.races
    if front is not None and front.operation == thread.operation:
        return front
    table = None if front is None or front.behind is None else front.behind.own(thread.operation)
    if table is None:
        table = RaceTable(thread.operation)
    if front is not None:
        table.take_others(front, settled(ex.s) if meets_others(ex, obj) else None, idle=ex.s.idle)
        if thread.block is not None and table.behind is not None:
            few = table.behind.few_beside(sure(thread.order))
            table.many = thread.order if few is None else None
            table.rivals = tuple(_rivals(few or (), thread.order))
            table.turns = tuple(_turns(ex, table, thread))
    if thread.block is not None and ex.s.published.host_threads is not None:
        table.rivals += tuple(_of_host_threads(ex, obj))
    obj.races = table
    return table


def meets_others(ex: Execution, obj: MemObject) -> bool:
    """Can the host, or other stream operations, touch the object beside one that runs?"""
    return bool(ex.decisions.remembers or obj.reach & HOST_BIT or ex.s.concurrent)


def _rivals(others: Iterable[RaceTable], known: Order) -> Iterator[tuple[RaceTable, Value]]:
    """Those of other operations that are not known, each with where that is so."""
    for table in others:
        apart = True if table.operation == HOST else terms.lnot(holds(known, table.operation))
        if apart is not False:
            yield table, apart


def _of_host_threads(ex: Execution, obj: MemObject) -> Iterator[tuple[RaceTable, Value]]:
    """What threads of the host have done that the one which has launched the kernel may not know of."""
    crew = ex.s.published.host_threads
    if crew is not None and obj.id in crew.tables:
        yield crew.tables[obj.id], True


def _turns(ex: Execution, table: RaceTable, thread: Thread) -> Iterator[RaceTable]:
    if ex.s.device.nests:
        from cudabmc.order import turns  # few programs launch in kernels

        yield from turns.taken(ex.s.device, table.others, thread)


def check(ex: Execution, thread: Thread, obj: MemObject, mine: Span, table: RaceTable) -> None:
    """Compare a new access of a kernel with those of stream operations that run beside it, or might do so."""
    rivals = table.rivals
    if table.many is not None and table.behind is not None:
        rivals = (*_rivals(table.behind.near(races.place_of(mine)), table.many), *rivals)
    for rival, apart in rivals:
        if rival.operation == OF_HOST_THREADS:
            _beside_host_threads(ex, thread, obj, mine)
        else:
            _compare(ex, thread, obj, rival, mine, apart)
    if table.turns:
        from cudabmc.order import turns

        turns.check(ex, thread, mine, table.turns)


def _beside_host_threads(ex: Execution, thread: Thread, obj: MemObject, mine: Span) -> None:
    from cudabmc.order import host_threads  # few programs start threads

    host_threads.by_operation(ex, thread, obj, mine)


def by_host(
    ex: Execution, thread: Thread, obj: MemObject, offset: "int | terms.Term", size: Value, access: Access,
    guard: Value = True,
) -> None:  # fmt: skip
    """An access by the host, or by the stream operation that is carried out on its behalf (a transfer)."""
    s = ex.s
    at_once = thread.operation == HOST or _done_at_once(ex, obj)
    kept = not s.idle or not at_once
    if s.published.host_threads is not None and at_once:
        from cudabmc.order import host_threads  # few programs start threads

        host_threads.note(ex, thread, obj, offset, size, access, guard)
    if access.strong and thread.operation == HOST:
        _synchronise(ex, thread, obj, offset, access.kind)
    recorded = kept or obj.races is not None
    if not recorded and ex.listening.listener is None:
        return
    new = Event.of_host(thread, obj, offset, size, access, s.device.issued)
    new.path = terms.land(thread.path, guard)
    if ex.listening.listener is not None:
        by = None if thread.operation == HOST else ThreadId(kernel=ex.device.transfer)
        new.place = places.noted(ex, thread, VERBS[access.kind], by=by)
        ex.listening.heard.append(new)
    if not recorded:
        return
    mine = Span(offset, size, new)
    _compare_with_others(ex, thread, obj, mine)
    if s.published.host_threads is not None and not at_once:
        _beside_host_threads(ex, thread, obj, mine)
    if kept:
        table_of(ex, ex.s.own_object(obj), thread).add_span(mine)


def by_launch(
    ex: Execution, thread: Thread, obj: MemObject, point: Point, written: Iterable[tuple[int, Value]],
    read: Iterable[tuple[int, Value]],
) -> None:  # fmt: skip
    """A launch that ran at once has accessed bytes at these offsets, of these sizes. The thread stands for all of its
    threads. If that may conflict with what runs beside it, the next pass runs them one by one."""
    obj = ex.s.own_object(obj)
    accesses = []
    for kind, ranges in ((WRITE, written), (READ, read)):
        for offset, size in ranges:
            event = Event.of_host(thread, obj, offset, size, Access(kind, point), ex.s.device.issued)
            event.summary = True
            accesses.append(Span(offset, size, event))
    for mine in accesses:
        _compare_with_others(ex, thread, obj, mine)
        if ex.s.published.host_threads is not None:
            _beside_host_threads(ex, thread, obj, mine)
    table = table_of(ex, obj, thread)
    for mine in accesses:
        table.add_span(mine)


def _compare_with_others(ex: Execution, thread: Thread, obj: MemObject, mine: Span) -> None:
    """Compare a new access with those of stream operations that may run beside it, and of the host."""
    front = obj.races
    if front is None:
        return
    known = ex.s.device.known if thread.operation == HOST else thread.order
    others = (table for table in front.beside(sure(known), mine) if table.operation != thread.operation)
    for table, apart in _rivals(others, known):
        _compare(ex, thread, obj, table, mine, apart)


def _synchronise(ex: Execution, thread: Thread, obj: MemObject, offset: "int | terms.Term", kind: int) -> None:
    """A volatile or atomic access of the host, to memory that kernels reach: it acquires what they have released
    there, and releases all that the host did before (programming guide, 'System-wide Atomics')."""
    if not obj.common:
        return
    if kind != WRITE:
        strong_access.read(ex, thread, obj.id, offset, thread.path)
        races.acquire(thread)
    if kind != READ:
        thread.causality.released = races.snapshot(thread)
        strong_access.write(ex, thread, obj.id, offset, thread.path, atomic=kind == ATOMIC)
        thread.causality.clock += 1
        ex.remarks.note(
            "volatile and atomic accesses of the host release what it did before, and acquire what a kernel released"
        )


def _done_at_once(ex: Execution, obj: MemObject) -> bool:
    """Is a transfer done with the object when its call returns? Pageable memory is then read (runtime API, 'API
    synchronization behavior'), even if the device still writes what was read."""
    return ex.device.host_waits == "end" or (ex.device.host_waits == "begin" and not obj.common)


def _compare(ex: Execution, thread: Thread, obj: MemObject, table: RaceTable, mine: Span, apart: Value) -> None:
    """Compare an access with those of another stream operation, which run beside it where `apart` holds."""
    new, nested = mine.event, bool(ex.s.device.nests)
    root = ex.s.device.nest_of(thread.operation).root if nested else thread.operation
    seen: set[tuple[object, ...]] = set()
    for other in table.near(mine):
        old = other.event
        if old.kind == READ and new.kind == READ:
            continue
        if table.operation == HOST and old.epoch < root:
            continue  # the host did that before it issued this operation, or the one that has led to it
        if nested and races.met(old, thread):
            continue  # it was done before the launch
        if (old.point, old.kind) in seen:
            continue
        meet = terms.land(overlap(other, mine), apart)
        if meet is False:
            continue
        if old.summary or new.summary:
            ex.met.stepwise.update(event.operation for event in (old, new) if event.summary)
            return
        conflict = Conflict(thread, obj, old, new, meet)
        if conflict.meet is True:
            seen.add((old.point, old.kind))
        if not events.commute(old, new):
            if nested:
                from cudabmc.order import turns

                turns.decide_all(ex, old.operation, new.operation)
            conflicts.found(ex, conflict)
