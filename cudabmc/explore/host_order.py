"""Threads of the host take turns where they lock, unlock, wait and are waited for: which of them is next?

Between two such steps a thread runs on, since what it does there matters to no other one unless the two race. Of orders
that differ only in steps that do not touch the same mutex or condition one is explored (sleep sets).
"""

from cudabmc.barriers import host_stuck
from cudabmc.explore.strategy import Strategy
from cudabmc.goto.types import I8, I32
from cudabmc.interpreter.core import Machine
from cudabmc.result import ISSUED_IN_ONE_ORDER, SOME_ORDERS_OF_HOST_THREADS
from cudabmc.state.host_threads import MAIN, HostThreads, Want
from cudabmc.state.host_turns import switch
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.state import State
from cudabmc.state.thread import FIRST_TID_OF_HOST as FIRST_TID
from cudabmc.state.thread import Status, Thread

MOST = 200
"""Interleavings of a pass behind which one order of the threads of the host is followed alone."""

MOST_INSTRUCTIONS = 1_000_000
"""Instructions of a pass behind which that is so, too, lest a large program take minutes."""

_OWNER = 8


def turns(m: Machine, state: State, strategy: Strategy, explored: int) -> list[int] | None:
    """The threads of the host that are to be tried next where one of them stands before a step that others may come
    before; none if all that is left is explored elsewhere. None if there is nothing to decide."""
    crew, host = state.published.host_threads, state.host
    if crew is None or host is None or host.status not in (Status.YIELDING, Status.SPINNING):
        return None
    if m.execution.all_orders is not None:
        raise NotForAllOrders
    if not m.execution.decisions.concurrent and any(grid.pending for grid in state.device.grids.values()):
        return None  # kernels first
    crew.notes_issued(state.device.issued)
    if len({issuer for issuer, _ in crew.issuers.values()}) > 1:
        m.execution.remarks.note(ISSUED_IN_ONE_ORDER)
    _arrives(crew, host)
    if _goes_on(state, crew):
        return None
    able = [FIRST_TID + n for n in sorted(crew.threads, key=lambda n: (n != crew.running, n)) if _can(m, crew, n)]
    if not able:
        if crew.threads[MAIN].ended:
            _ends(m, state, crew)
        else:
            host_stuck.report(m, crew)
        return None
    awake = [tid for tid in able if tid - FIRST_TID not in crew.turns.asleep]
    if len(awake) > 1 and (explored >= MOST or m.execution.counts.instructions > MOST_INSTRUCTIONS):
        m.execution.remarks.note(SOME_ORDERS_OF_HOST_THREADS)
        awake = awake[:1]
    return strategy.host_options(state, awake) if awake else []


def _arrives(crew: HostThreads, host: Thread) -> None:
    """The thread that runs has come to where it stops. One that has only looked once more at what it waits for has done
    nothing that others could wait for."""
    me, frame = crew.me, host.frames[-1] if host.frames else None
    spun: tuple[object, ...] | None = None
    if host.status is Status.SPINNING and frame is not None:
        spun = (frame.code.function.name, frame.pc, len(host.frames), host.awaiting.writes)
    only_reads = me.want is not None and me.want.kind == "read"
    if spun is None and only_reads:
        spun = ("read", host.awaiting.writes)
    crew.turns.steps += spun is None or spun[-1:] != (me.spun or ())[-1:]
    me.spun = spun
    if host.status is Status.SPINNING:
        me.want = Want("spin", (), crew.turns.steps)


def _goes_on(state: State, crew: HostThreads) -> bool:
    """Before anybody chooses all threads run to where they stand before a step; answers whether one has to."""
    ready = [n for n, t in crew.threads.items() if t.want is None and not t.ended]
    number = min(ready, key=lambda n: (n == crew.running, n), default=None)
    if number is None:
        return False
    _run(state, crew, number)
    return True


def goes_on_behind_main(state: State) -> bool:
    """main() has returned. Do others go on? They may have come to their ends before that; nobody has to wait for it."""
    crew = state.published.host_threads
    if crew is None or crew.me.ended or crew.turns.nested:
        return False
    assert state.host is not None
    crew.me.ended = True
    state.own_thread(state.host).status = Status.YIELDING
    return True


def _ends(m: Machine, state: State, crew: HostThreads) -> None:
    """main() has returned, and nobody else can go on."""
    assert state.host is not None
    host = state.own_thread(state.host)
    switch(state, crew, host, MAIN)
    host.status = Status.DONE
    m.at_exit(host)


def sleeps(state: State, tid: int) -> None:
    """What begins with the next step of the thread is explored elsewhere."""
    crew = state.published.host_threads
    assert crew is not None
    crew.turns.asleep |= {tid - FIRST_TID}


def take_turn(state: State, tid: int) -> None:
    """A thread that can takes its step."""
    crew = state.published.host_threads
    assert crew is not None
    number = tid - FIRST_TID
    want = crew.threads[number].want
    assert want is not None
    crew.turns.asleep = frozenset(
        other for other in crew.turns.asleep - {number} if _commute(crew.threads[other].want, want)
    )
    _run(state, crew, number)


def _run(state: State, crew: HostThreads, number: int) -> None:
    assert state.host is not None
    host = state.own_thread(state.host)
    switch(state, crew, host, number)
    host.turn.go = crew.me.want is not None and crew.me.want.kind not in ("spin", "guard")
    if not host.turn.go:
        crew.me.want = None
    host.status = Status.RUNNABLE


def _commute(one: Want | None, other: Want) -> bool:
    """Does the order of two steps not matter?"""
    if one is None or "spin" in (one.kind, other.kind):
        return False
    if one.kind == other.kind == "read":
        return True
    return not set(one.places) & set(other.places)


def _can(m: Machine, crew: HostThreads, number: int) -> bool:
    thread, turns = crew.threads[number], crew.turns
    want = thread.want
    if want is None or thread.ended:
        return False
    if want.kind == "join":
        return crew.threads[want.other].ended
    if want.kind == "spin":
        return turns.steps > want.other
    if want.kind == "lock":
        return _is_free(m, want.places[0], number)
    if want.kind == "guard":
        obj, at = want.places[0]
        return obj not in m.execution.s.objects or m.objects.read(m.execution.s.objects[obj], at + 1, I8) == 0
    if want.kind == "woken":
        place = want.places[0]
        return any(at == place and number in who for at, who in turns.woken) and _is_free(m, want.places[1], number)
    return True


def _is_free(m: Machine, mutex: tuple[int, int], number: int) -> bool:
    """Is a mutex not held by another thread? One whose state depends on inputs is for its model to look at."""
    objects, (obj, at) = m.execution.s.objects, mutex
    if obj not in objects or not objects[obj].is_live:
        return True
    m.execution.peeking += 1
    count = m.objects.read(objects[obj], at, I32)
    owner = m.objects.read(objects[obj], at + _OWNER, I32) if count else 0
    m.execution.peeking -= 1
    return not isinstance(count, int) or count == 0 or owner == number
