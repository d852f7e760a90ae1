"""Barriers that count arrivals: named barriers (PTX ISA, `barrier.sync`, `barrier.arrive`), cuda::barrier, cuda::latch.

A phase ends when as many have arrived as it expects; who waits for it then continues. Arrivals are no decisions of
the scheduler. That is sound because a thread may arrive only when it knows that the phase before is over, by having
waited for it or by another barrier behind such a wait: so in every interleaving the same arrivals make a phase, and
which of them comes last does not matter. A thread that arrives without knowing is a misuse, for its arrival could
count for the phase before. That a phase is over is known as an entry of the thread's knowledge, so that barriers and
fences hand it on.
"""

from dataclasses import replace

from cudabmc import terms
from cudabmc.interpreter import misuse
from cudabmc.state import copies, races
from cudabmc.state.execution import Execution
from cudabmc.state.knowledge import NOTHING, Knowledge, is_later, join
from cudabmc.state.meeting import OWN_PHASE, Meeting, Request
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Status, Thread

SCOPE = "meeting"


def arrived(ex: Execution, grid: Grid, thread: Thread) -> None:
    """A thread has come to the barrier that its wait names."""
    assert thread.wait is not None
    request = thread.wait.payload
    assert isinstance(request, Request)
    meetings = ex.s.meetings
    meeting = meetings.get(request.key)
    if request.makes:
        assert request.expected is not None
        meetings[request.key] = Meeting(request.expected, request.expected)
        _go_on(ex, grid, thread, 0)
        return
    if meeting is None and request.expected is not None:
        meeting = meetings[request.key] = Meeting(request.expected, request.expected)
    problem = _problem(request, meeting, thread)
    if problem or meeting is None:
        misuse.stop(ex, grid, thread, problem or f"{request.name} is used before it was initialised")
        return
    if request.of_cluster:
        thread = ex.s.own_thread(thread)
        thread.causality.paired += 1
    token = meeting.phase
    if request.count:
        meeting = _arrive(ex, request, meeting, thread)
    until = token if request.until == OWN_PHASE else request.until
    if until is None:
        _go_on(ex, grid, thread, token)
    elif until < meeting.phase:
        if ex.s.choices.current == thread.tid:
            ex.s.choices.current = None  # as if it had come first, and waited
        _pass(ex, grid, thread, meeting, request.key, token, until)
    else:
        thread = ex.s.own_thread(thread)
        wait = thread.wait
        assert wait is not None
        thread.wait = replace(wait, payload=replace(request, until=until, count=0, drop=token))
        grid.waiting.add(thread.tid)
    if meeting.phase > token:
        _release(ex, grid, request.key, meeting)


def _problem(request: Request, meeting: Meeting | None, thread: Thread) -> str:
    """Why the thread may not do this here, or ""."""
    if meeting is None:
        return ""
    fresh = meeting.left == meeting.expected
    if request.expected not in (None, meeting.expected) and not fresh:
        return f"{request.name} is used for {request.expected} threads, and in the same phase for {meeting.expected}"
    expected = meeting.expected if request.expected is None else request.expected
    if request.count > (expected if fresh else meeting.left):
        return f"{request.count} arrivals at {request.name}, which expects {expected if fresh else meeting.left} more"
    if request.count and meeting.phase and not _knows(thread, request.key, meeting):
        return f"arrives at {request.name}, although nothing tells this thread that the previous phase is over"
    if request.until is not None and request.until > meeting.phase:
        return f"waits at {request.name} with a token of another phase"
    return ""


def _knows(thread: Thread, key: object, meeting: Meeting) -> bool:
    """Does the thread know that all phases before this one are over: from one that has waited, or because it knows
    of all arrivals of the last one?"""
    entry = ("meeting", key)
    if _is_known(thread, entry, meeting.phase - 1):
        return True
    block = thread.block
    assert block is not None
    return all(
        tid == thread.tid
        or (uid == block.uid and epoch < block.epoch)
        or _is_known(thread, tid, clock)
        or _is_known(thread, ("block", uid), epoch)
        for tid, uid, epoch, clock in meeting.last_arrivals
    )


def _is_known(thread: Thread, key: object, clock: int) -> bool:
    return any(is_later(known, key, clock) is True for known in (thread.causality.met, thread.causality.knowledge))


def _arrive(ex: Execution, request: Request, meeting: Meeting, thread: Thread) -> Meeting:
    """Count the arrival, and what the thread brings along; the phase ends with the last one."""
    thread = ex.s.own_thread(thread)
    block = thread.block
    assert block is not None
    assumed = terms.land(meeting.assumed, thread.causality.assumed)
    met, known = meeting.met, meeting.known
    if request.relaxed:
        from cudabmc.state.clusters import STARTED  # few programs have clusters

        met = join(met, {(STARTED, block.uid): 0})
    else:
        own: Knowledge = {thread.tid: thread.causality.clock + 1, ("block", block.uid): block.epoch}
        own.update(copies.bound(thread, request.key))
        met = join(join(met, thread.causality.met), own)
        known = join(join(join(known, races.snapshot(thread)), thread.causality.acquired), own)
    if ex.s.choices.course is not None:
        ex.s.choices.course = ex.s.choices.course.arrived(thread.tid, (request.key, meeting.phase))
    arrivals = (*meeting.arrivals, (thread.tid, block.uid, block.epoch, thread.causality.clock))
    thread.causality.clock += 1
    if meeting.left == meeting.expected and request.expected is not None:
        meeting = replace(meeting, expected=request.expected, left=request.expected)
    expected, left = meeting.expected - request.drop, meeting.left - request.count
    if left:
        meeting = replace(
            meeting, expected=expected, left=left, met=met, known=known, assumed=assumed, arrivals=arrivals
        )
    else:
        over: Knowledge = {("meeting", request.key): meeting.phase + 1}
        last = (join(met, over), join(known, over))
        meeting = Meeting(expected, expected, meeting.phase + 1, NOTHING, NOTHING, *last, True, assumed, (), arrivals)
    ex.s.meetings[request.key] = meeting
    return meeting


def _release(ex: Execution, grid: Grid, key: object, meeting: Meeting) -> None:
    """A phase is over: who waits for it continues."""
    for tid in sorted(grid.waiting, reverse=True):
        thread = grid.threads[tid]
        wait = thread.wait
        if wait is None or wait.scope != SCOPE:
            continue
        request = wait.payload
        assert isinstance(request, Request)
        if request.key == key and request.until is not None and request.until < meeting.phase:
            grid.waiting.discard(tid)
            if ex.s.choices.current == tid:
                ex.s.choices.current = None
            _pass(ex, grid, thread, meeting, key, request.drop, request.until)


def _pass(ex: Execution, grid: Grid, thread: Thread, meeting: Meeting, key: object, token: int, phase: int) -> None:
    """The thread continues behind the end of a phase, and knows what happened before it."""
    if ex.s.choices.course is not None:
        ex.s.choices.course = ex.s.choices.course.passed(thread.tid, (key, phase))
    thread = ex.s.own_thread(thread)
    races.acquire(thread)
    thread.causality.met = join(thread.causality.met, meeting.last_met)
    thread.causality.knowledge = join(thread.causality.knowledge, meeting.last_known)
    thread.causality.assumed = terms.land(thread.causality.assumed, meeting.last_assumed)
    thread.causality.clock += 1
    _go_on(ex, grid, thread, token)


def _go_on(ex: Execution, grid: Grid, thread: Thread, result: int) -> None:
    thread = ex.s.own_thread(thread)
    wait = thread.wait
    assert wait is not None
    thread.wait = None
    thread.status = Status.RUNNABLE
    thread.awaiting.writes += 1
    if wait.dst is not None:
        thread.frames[-1].regs[wait.dst] = result
    grid.runnable.append(thread.tid)


def missing(ex: Execution, thread: Thread) -> str:
    """What a thread that waits at such a barrier lacks, in words."""
    assert thread.wait is not None
    request = thread.wait.payload
    assert isinstance(request, Request)
    meeting = ex.s.meetings[request.key]
    here = meeting.expected - meeting.left
    return f"{request.name} expects {meeting.expected} arrivals, but only {here} {'has' if here == 1 else 'have'} come"
