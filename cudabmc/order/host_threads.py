"""Races between threads of the host (C++17 [intro.races]/21: two conflicting actions in different threads, at least one
of which is not atomic, and neither happens before the other).

What orders them is the start of a thread and the wait for its end, mutexes and guards of static variables, whose models
read and write them as atomics, and atomics. Each of these is taken to acquire all that was released there, and to
release all that went before, as a sequentially consistent one does: a race that only a relaxed one leaves is not found.
"""

from cudabmc import terms
from cudabmc.goto.program import Space
from cudabmc.order.conflict import overlap
from cudabmc.order.host_race import HostRace
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.result import (
    ATOMICS_OF_HOST_IN_ONE_ORDER,
    ONE_ORDER_OF_HOST_THREADS,
    SOME_ORDERS_OF_HOST_THREADS,
    TURNS_OF_HOST_THREADS,
)
from cudabmc.state import events, places
from cudabmc.state.events import ENDS, HOST, READ, VERBS, WIDEST, WRITE, Access, Event, Span
from cudabmc.state.execution import Execution
from cudabmc.state.host_threads import MAIN, Handed, HostThread, HostThreads, Want, id_of
from cudabmc.state.host_turns import become, leave
from cudabmc.state.knowledge import is_later, join, under
from cudabmc.state.memory import HOST_BIT, MemObject
from cudabmc.state.order import join as join_orders
from cudabmc.state.order import under as order_under
from cudabmc.state.races import OF_HOST_THREADS, RaceTable
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value

_DEEP = 6
"""So many calls deep in the library atomics of shared pointers stand."""

_GUARD = "_ZGV"
"""How the names of guard variables begin (Itanium C++ ABI 5.1.5.1)."""

_OF_LIBRARY = ("_ZNSt", "_ZNKSt", "_ZSt", "_ZZNSt", "_ZZNKSt", "_ZZSt", "_ZGVNSt", "_ZGVZNSt", "_ZGVZNKSt", "__cudabmc")
"""How the names of variables begin that are the library's own: std::cout and its kin may be used by several threads at
a time (C++17 [iostream.objects.overview]/5)."""

# ---------------------------------------------------------------- who runs


def starts(ex: Execution, thread: Thread, number: int, *, nested: bool) -> None:
    """The thread of the host that runs has started another one, which runs from here on if it is `nested`."""
    s = ex.s
    crew = s.published.host_threads
    if crew is None:
        crew = s.published.host_threads = HostThreads(s.device.issued)
        ex.remarks.note(TURNS_OF_HOST_THREADS)
    handed = _release(ex, crew, thread)
    crew.threads[number] = HostThread(handed.knowledge, handed.waited)
    crew.unjoined |= {number}
    if nested:
        ex.remarks.note(ONE_ORDER_OF_HOST_THREADS)
        leave(s, crew)
        become(s, crew, thread, number)
        crew.turns.nested += 1


def ends(ex: Execution, thread: Thread, before: int) -> bool:
    """A thread has ended. Answers whether the one with the number `before`, in which it was nested, continues."""
    crew = ex.s.published.host_threads
    assert crew is not None
    crew.handed["end", crew.running] = _release(ex, crew, thread)
    crew.me.ended = True
    if not crew.turns.nested:
        return False
    leave(ex.s, crew)
    become(ex.s, crew, thread, before)
    crew.turns.nested -= 1
    return True


def cut_off(ex: Execution) -> None:
    """exit(): what other threads would still do is not run, although they may do so before the program ends."""
    crew = ex.s.published.host_threads
    if crew is not None and any(not other.ended for number, other in crew.threads.items() if number != crew.running):
        ex.remarks.note(SOME_ORDERS_OF_HOST_THREADS)


def is_joined(ex: Execution, thread: Thread, number: int) -> None:
    """The thread that runs has waited for the end of another one."""
    crew = ex.s.published.host_threads
    if crew is None:
        return
    handed = crew.handed.get(("end", number))
    if handed is not None:
        _acquire(ex, crew, thread, handed)
    if thread.path is not True:
        return
    crew.unjoined -= {number}
    if not crew.unjoined and crew.running == MAIN:
        ex.s.published.host_threads = None  # all that they did comes before what follows


# ---------------------------------------------------------------- what is released and acquired


def _release(ex: Execution, crew: HostThreads, thread: Thread) -> Handed:
    """What comes before what the running thread does next, to be handed on."""
    me = crew.me
    knowledge = join(me.knowledge, {-crew.running: me.clock + 1})
    me.clock += 1
    return Handed(under(knowledge, thread.path), order_under(ex.s.device.known, thread.path))


def _acquire(ex: Execution, crew: HostThreads, thread: Thread, handed: Handed) -> None:
    crew.me.knowledge = join(crew.me.knowledge, under(handed.knowledge, thread.path))
    ex.s.device.known = join_orders(ex.s.device.known, order_under(handed.waited, thread.path))


def _synchronise(ex: Execution, crew: HostThreads, thread: Thread, new: Event) -> None:
    """An atomic access. One at a place that depends on inputs may be any of the object."""
    at = new.offset if isinstance(new.offset, int) else None
    if new.kind != WRITE:
        for key, handed in list(crew.handed.items()):
            if isinstance(key, tuple) and key[0] == new.obj and (at is None or key[1] in (at, None)):
                _acquire(ex, crew, thread, handed)
    if new.kind != READ:
        handed = _release(ex, crew, thread)
        replaced = new.kind == WRITE and new.path is True and at is not None
        known = crew.handed.get((new.obj, at))
        crew.handed[new.obj, at] = handed if known is None or replaced else known.with_(handed)


# ---------------------------------------------------------------- accesses


def note(
    ex: Execution, thread: Thread, obj: MemObject, offset: "int | terms.Term", size: Value, access: Access,
    guard: Value,
) -> None:  # fmt: skip
    """A thread of the host accesses memory, itself or by a transfer that it waits for."""
    crew = ex.s.published.host_threads
    assert crew is not None
    if not obj.reach & HOST_BIT or obj.space is Space.CODE or _is_of_library(obj):
        return
    strong = access.strong or ("system" if obj.key.startswith(_GUARD) else "")
    new = Event.of_host(thread, obj, offset, size, access._replace(strong=strong), 0)
    new.tid, new.operation, new.clock = -crew.running, HOST, crew.me.clock
    new.path = terms.land(thread.path, guard)
    if ex.listening.listener is not None:
        new.place = places.noted(ex, thread, VERBS[access.kind], by=id_of(crew.running))
    table = crew.tables.get(obj.id)
    if table is None:
        if access.kind in ENDS:
            return
        table = crew.tables[obj.id] = RaceTable(OF_HOST_THREADS)
    for old in _met(table, Span(offset, size, new)):
        _compare(ex, crew, thread, obj, old, Span(offset, size, new))
    if strong:
        if not _is_mutex(crew, new) and crew.turns.atomic != (obj.id, offset):
            ex.remarks.note(ATOMICS_OF_HOST_IN_ONE_ORDER)
        _synchronise(ex, crew, thread, new)
    if access.kind in ENDS and new.path is True:
        del crew.tables[obj.id]  # its number is not used again


def by_operation(ex: Execution, thread: Thread, obj: MemObject, mine: Span) -> None:
    """What the device does comes behind what is known to the thread of the host that has asked for it."""
    crew = ex.s.published.host_threads
    table = None if crew is None else crew.tables.get(obj.id)
    if crew is None or table is None or not ex.settings.is_on(DATA_RACE):
        return
    new = mine.event
    root = ex.s.device.nest_of(thread.operation).root if ex.s.device.nests else thread.operation
    issuer, knowledge = crew.issuers.get(root) or (crew.running, crew.me.knowledge)
    for other in table.near(mine):
        old = other.event
        if old.tid == -issuer or (old.kind == READ and new.kind == READ) or (old.strong and new.strong):
            continue
        unknown = terms.lnot(is_later(knowledge, old.tid, old.clock))
        racy = terms.land(ex.s.alive, overlap(other, mine), old.path, new.path, unknown)
        if racy is not False and new.summary:
            ex.met.stepwise.add(new.operation)
        elif racy is not False:
            _record(ex, thread, obj, old, new, racy)


def stops(ex: Execution, thread: Thread, obj: MemObject, offset: "int | terms.Term", *, reads: bool) -> bool:
    """May other threads of the host come before an atomic access? Counts of shared pointers are the library's."""
    crew = ex.s.published.host_threads
    if crew is None or thread.block is not None or ex.decisions.concurrent or not isinstance(offset, int):
        return False
    if thread.turn.go:
        thread.turn.go = False
        crew.me.want = None
        crew.turns.atomic = obj.id, offset
        return False
    turns = not (thread.path is not True or thread.forks or thread.operation or ex.nested or crew.turns.nested)
    if not turns or obj.key.startswith(_GUARD) or _counts_pointers(thread):
        return False
    if all(other.ended for number, other in crew.threads.items() if number != crew.running):
        crew.turns.atomic = obj.id, offset
        return False
    crew.me.want = Want("read" if reads else "step", ((obj.id, offset),))
    thread.status = Status.YIELDING
    return True


def _counts_pointers(thread: Thread) -> bool:
    """Is it in a function of the library that counts how many share an object?"""
    return any("__shared" in frame.code.function.name for frame in thread.frames[-_DEEP:])


def _is_mutex(crew: HostThreads, new: Event) -> bool:
    """Is it a word of a mutex?"""
    at = new.offset
    return isinstance(at, int) and any((new.obj, at - word) in crew.turns.mutexes for word in (0, 8, 16))


def _is_of_library(obj: MemObject) -> bool:
    return obj.space is Space.HOST_GLOBAL and obj.key.startswith(_OF_LIBRARY)


def _met(table: RaceTable, mine: Span) -> list[Span]:
    """The accesses of other threads that may touch the same bytes; the new one is recorded."""
    new = mine.event
    if isinstance(mine.offset, int) and isinstance(mine.size, int) and 0 < mine.size <= WIDEST:
        spans = [other for other in (*table.spans.values(), *table.symbolic) if events.conflict(other.event, new)]
        found = table.note(mine.offset, mine.size, new, True)
        return [*spans, *(Span(old.offset, old.size, old) for old in found)]
    spans = [other for other in table.near(mine) if events.conflict(other.event, new)]
    if new.kind not in ENDS:
        path = new.path.id if isinstance(new.path, terms.Term) else new.path
        sizes = [part.id if isinstance(part, terms.Term) else part for part in (mine.offset, mine.size)]
        table.put_span((new.tid, new.point, new.kind, *sizes, path), mine)
    return spans


def _compare(
    ex: Execution, crew: HostThreads, thread: Thread, obj: MemObject, other: Span, mine: Span
) -> None:  # fmt: skip
    """Two accesses of different threads, one of which is not a read: does anything order them?"""
    old, new = other.event, mine.event
    apart = events.partly(old, new) if old.strong and new.strong else True
    if apart is False or not ex.settings.is_on(DATA_RACE):
        return
    known = is_later(crew.me.knowledge, old.tid, old.clock)
    racy = terms.land(ex.s.alive, overlap(other, mine), old.path, new.path, apart, terms.lnot(known))
    if racy is not False:
        _record(ex, thread, obj, old, new, racy)


def _record(ex: Execution, thread: Thread, obj: MemObject, old: Event, new: Event, racy: Value) -> None:
    key = (frozenset((old.point, new.point)), obj.name, racy)
    if key not in ex.races.seen:
        ex.races.seen.add(key)
        ex.violated(DATA_RACE, HostRace(ex, thread, obj, old, new), racy, obj)


