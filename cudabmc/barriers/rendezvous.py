"""Barriers and other meeting points of threads: who has arrived, and what happens when all have."""

from cudabmc import terms
from cudabmc.barriers import convergence, divergence, meetings, wide_barrier
from cudabmc.interpreter import misuse
from cudabmc.interpreter.core import Machine
from cudabmc.state import assumed, copies, races
from cudabmc.state.knowledge import NOTHING, Knowledge, join
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import WARP, Status, Thread, ThreadBlock, Wait

_OF_WARP = ("warp", convergence.LOCKSTEP)


def arrived(m: Machine, grid: Grid, thread: Thread) -> None:
    """A thread has come to a rendezvous; if it was the last one all continue."""
    if thread.wait is not None and thread.wait.scope == meetings.SCOPE:
        meetings.arrived(m.execution, grid, thread)
        return
    grid.waiting.add(thread.tid)
    wait, block = thread.wait, grid.blocks[_block(thread).number]
    assert wait is not None
    if wait.scope == "block":
        block.waiting += 1
        try_block(m, grid, block)
    elif wait.scope in wide_barrier.SCOPES:
        block.wide += 1
        try_wide(m, grid, thread, wait.scope)
    elif wait.scope == "warp":
        _try_warp(m, grid, block, thread, wait)
    else:
        m.converging = True


def try_wide(m: Machine, grid: Grid, thread: Thread, scope: str) -> None:
    """Release the barrier of the grid, or of the thread's cluster, if all of its threads wait there."""
    blocks = wide_barrier.blocks_of(grid, thread, scope)
    if wide_barrier.complete(grid, scope, blocks):
        members = (tid for block in blocks for tid in block.threads)
        waiting = [grid.threads[tid] for tid in sorted(grid.waiting.intersection(members))]
        known = wide_barrier.passed(grid, blocks)
        _release(m, grid, waiting, barrier=True)
        for thread in waiting:
            m.execution.s.own_thread(grid.threads[thread.tid]).causality.met = known


def converge(m: Machine, grid: Grid, thread: Thread) -> None:
    """A thread has stopped: others of its warp may have waited to continue together."""
    ex = m.execution
    while together := convergence.ready(ex, grid, thread):
        lockstep = _wait(together[0]).scope == convergence.LOCKSTEP
        _release(m, grid, together, barrier=lockstep)
        if lockstep:
            for other in together:
                ex.s.own_thread(grid.threads[other.tid]).turn.stepped = True


def _block(thread: Thread) -> ThreadBlock:
    assert thread.block is not None
    return thread.block


def try_block(m: Machine, grid: Grid, block: ThreadBlock) -> None:
    """Release the barrier of a block if all of its threads wait there."""
    if block.waiting == 0 or block.waiting + block.done + block.dead != len(block.threads):
        return
    if block.dead:
        return
    with assumed.holding(m.execution.s, (grid.threads[tid] for tid in block.threads)):
        meet = divergence.settle(m, grid, block)
    if not meet:
        return
    waiting = [grid.threads[tid] for tid in block.threads if tid in grid.waiting]
    block.epoch += 1
    block.waiting = 0
    _release(m, grid, waiting, barrier=True)


def _wait(thread: Thread) -> Wait:
    assert thread.wait is not None
    return thread.wait


def _try_warp(m: Machine, grid: Grid, block: ThreadBlock, thread: Thread, wait: Wait) -> None:
    """Release the threads of a warp that are named by the mask, once all of them wait for each other."""
    start = thread.rank.linear // WARP * WARP
    members = []
    for lane in range(WARP):
        if not wait.mask >> lane & 1 or start + lane >= len(block.threads):
            continue
        other = grid.threads[block.threads[start + lane]]
        if other.status is Status.DONE:
            continue  # an exited thread does not take part (PTX ISA, bar.warp.sync)
        theirs = other.wait
        if theirs is None or theirs.meets != wait.meets:
            return
        members.append(other)
    _release(m, grid, members, barrier=wait.orders)


def _release(m: Machine, grid: Grid, waiting: list[Thread], *, barrier: bool) -> None:
    """All continue, with the result of the rendezvous."""
    ex = m.execution
    waiting = [ex.s.own_thread(thread) for thread in waiting]
    tids = _all_of(grid, waiting)
    if ex.s.choices.course is not None:
        ex.s.choices.course = ex.s.choices.course.met(tids)
    known = assumed.together(grid.threads[tid] for tid in tids)
    for thread in waiting:
        thread.causality.assumed = known
    if any(thread.tid == ex.s.choices.current for thread in waiting):
        # All of them were blocked: whoever comes next, no thread that could continue is left. Otherwise
        # it would matter which of the events before a barrier are decisions.
        ex.s.choices.current = None
    combine = _wait(waiting[0]).combine
    result: object = None
    if combine is not None:
        payloads = [(t.rank.linear, _wait(t).payload) for t in waiting]
        with assumed.holding(ex.s, waiting):
            result, blamed = m.calls.combined(waiting, lambda: combine(payloads))
        for thread in blamed:
            misuse.end(ex, grid, thread)
        waiting = [t for t in waiting if t not in blamed]
    if barrier:
        _share_knowledge(waiting)
    for thread in reversed(waiting):
        wait = _wait(thread)
        grid.waiting.discard(thread.tid)
        grid.runnable.append(thread.tid)
        thread.status = Status.RUNNABLE
        thread.wait = None
        if wait.dst is not None:
            value = result.get(thread.rank.linear) if isinstance(result, dict) else result
            thread.frames[-1].regs[wait.dst] = value
        if wait.scope != convergence.LOCKSTEP:  # where a thread that spins waits in every round
            thread.awaiting.writes += 1


def _all_of(grid: Grid, waiting: list[Thread]) -> list[int]:
    """Those that a rendezvous is for, threads that have ended before it included."""
    scope = _wait(waiting[0]).scope
    if scope in wide_barrier.SCOPES:
        return [tid for block in wide_barrier.blocks_of(grid, waiting[0], scope) for tid in block.threads]
    return _block(waiting[0]).threads if scope == "block" else [thread.tid for thread in waiting]


def _share_knowledge(waiting: list[Thread]) -> None:
    """What one of them knows is known to all."""
    knowledge = _common_knowledge(waiting)
    of_copies = copies.handed_on(waiting)
    released: Knowledge = NOTHING
    met: Knowledge = NOTHING
    for thread in waiting:
        if thread.causality.released:
            released = join(released, thread.causality.released)
        if _wait(thread).scope in _OF_WARP:
            met = join(join(met, thread.causality.met), {thread.tid: thread.causality.clock + 1})
    for thread in waiting:
        if of_copies:
            copies.learn(thread, of_copies)
        # A fence before the barrier releases for an atomic behind it, by whichever thread; and
        # what an atomic before it acquired is known to all behind (programming guide, 'Memory
        # Fence Functions': the example of the last block has no other fence there).
        thread.causality.released = released
        races.acquire(thread)
        if knowledge:
            thread.causality.knowledge = join(thread.causality.knowledge, knowledge)
        if _wait(thread).scope in _OF_WARP:
            thread.causality.met = join(thread.causality.met, met)
            thread.causality.clock += 1


def _common_knowledge(waiting: list[Thread]) -> Knowledge:
    """What any of them knows; a warp barrier adds what each of them did, which a block's epoch
    already says."""
    common: Knowledge = NOTHING
    for thread in waiting:
        if thread.causality.knowledge or thread.causality.acquired:
            common = join(join(common, thread.causality.knowledge), thread.causality.acquired)
        if _wait(thread).scope in _OF_WARP:
            common = join(common, {thread.tid: thread.causality.clock + 1})
    return common


def without_absent(m: Machine, grid: Grid) -> bool:
    """Nobody can continue: leave out the threads that exist for no input that is left, because those for which they
    exist have ended in a violation. Answers whether others can now."""
    ex = m.execution
    ended = {tid for tid, thread in grid.threads.items() if thread.status is Status.DEAD}
    for tid in sorted(grid.waiting | grid.spinning | ended):
        thread = grid.threads[tid]
        if thread.status is Status.DONE or thread.base is True or ex.feasible(terms.land(ex.s.alive, thread.base)):
            continue
        divergence.leave_out(ex, grid, thread)
        try_block(m, grid, grid.blocks[_block(thread).number])
        warps_of_done(m, grid, thread)
        for scope in wide_barrier.SCOPES:
            try_wide(m, grid, thread, scope)
    return bool(grid.runnable) or not (grid.waiting or grid.spinning)


def warps_of_done(m: Machine, grid: Grid, thread: Thread) -> None:
    """A thread has left: others of its warp may have waited for it alone."""
    block = grid.blocks[_block(thread).number]
    start = thread.rank.linear // WARP * WARP
    for tid in block.threads[start : start + WARP]:
        other = grid.threads[tid]
        if other.wait is not None and other.wait.scope == "warp":
            _try_warp(m, grid, block, other, other.wait)
