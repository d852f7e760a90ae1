"""Threads of a block that cannot meet: some wait at another barrier, or have left.

Where it depends on inputs whether a thread exists at all, one that does not exist holds up nobody.
"""

from cudabmc import terms
from cudabmc.barriers import wide_barrier
from cudabmc.errors import ResourceError
from cudabmc.interpreter.core import Machine
from cudabmc.properties.barrier_divergence import BARRIER_DIVERGENCE
from cudabmc.result import HAS_LEFT
from cudabmc.state.execution import Execution
from cudabmc.state.show import thread_name
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Status, Thread, ThreadBlock
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording


def settle(m: Machine, grid: Grid, block: ThreadBlock) -> bool:
    """All threads of the block wait or have left. Report those that cannot meet; answers whether
    the others meet, for inputs for which those do not exist."""
    ex = m.execution
    while (pair := _apart(grid, block)) is not None:
        missing = [t for t in pair if t.base is not True and not ex.feasible(terms.land(ex.s.alive, t.base))]
        if missing:
            leave_out(ex, grid, missing[0])
        elif _is_let_through(m, *pair):
            return _meet_unchecked(ex, grid, block)
        elif not _report(m, grid, *pair):
            _end(ex, grid, block)
            return False
    return block.waiting > 0


def _is_let_through(m: Machine, first: Thread, second: Thread) -> bool:
    """Is it not checked that these two meet, or does a comment accept that they do not?"""
    ex = m.execution
    if not ex.settings.is_on(BARRIER_DIVERGENCE):
        return True
    assert first.wait is not None
    if not ex.accepts(BARRIER_DIVERGENCE, ex.place(first, "", first.wait.loc).loc):
        return False
    _violation(m, first, second, terms.land(ex.s.alive, first.base, second.base))
    return True


def _meet_unchecked(ex: Execution, grid: Grid, block: ThreadBlock) -> bool:
    """All that wait meet as in the hardware: __syncthreads() is barrier 0 of the block wherever it stands, and who has
    left counts as arrived (PTX ISA, `barrier`). Of different reductions the result would have no meaning."""
    waiting = _waiting(grid, block)
    calls = {thread.wait.what: thread for thread in waiting if thread.wait is not None}
    if len(calls) <= 1:
        ex.pass_over(BARRIER_DIVERGENCE)
        return True
    names = sorted({thread.wait.name for thread in calls.values() if thread.wait is not None})
    for thread in calls.values():
        text = f"threads of a block wait at {' and '.join(names)}"
        ex.ends_at(ex.place(thread, "").loc, BARRIER_DIVERGENCE, text)
    grid.broken = True
    _end(ex, grid, block)
    return False


def _waiting(grid: Grid, block: ThreadBlock) -> list[Thread]:
    return [grid.threads[tid] for tid in block.threads if tid in grid.waiting]


def _apart(grid: Grid, block: ThreadBlock) -> tuple[Thread, Thread] | None:
    """A thread that waits, and one that it cannot meet."""
    waiting = _waiting(grid, block)
    if not waiting:
        return None
    first = waiting[0]
    for other in waiting[1:]:
        if _point(other) != _point(first):
            return first, other
    if block.done:
        for tid in block.threads:
            thread = grid.threads[tid]
            if thread.status is Status.DONE and thread.base is not False:
                return first, thread
    return None


def _point(thread: Thread) -> tuple[str, int]:
    assert thread.wait is not None
    return thread.wait.point


def leave_out(ex: Execution, grid: Grid, thread: Thread) -> None:
    """For all inputs that are left the thread does not exist: as if it had ended."""
    thread = ex.s.own_thread(thread)
    assert thread.block is not None
    block = grid.blocks[thread.block.number]
    if thread.status is not Status.DONE:
        if thread.wait is not None and thread.wait.scope == "block":
            block.waiting -= 1
        if thread.wait is not None and thread.wait.scope in wide_barrier.SCOPES and block.wide:
            block.wide -= 1  # it is not counted where it waits for threads that do not run
        grid.waiting.discard(thread.tid)
        grid.spinning.discard(thread.tid)
        block.dead -= thread.status is Status.DEAD
        block.done += 1
        thread.wait = None
        thread.status = Status.DONE
        thread.frames.clear()
    thread.base = thread.path = False


def _report(m: Machine, grid: Grid, first: Thread, second: Thread) -> bool:
    """Two threads cannot meet where both exist. Answers whether there are other inputs."""
    ex = m.execution
    both = terms.land(first.base, second.base)
    formula = terms.land(ex.s.alive, both)
    if ex.feasible(formula):
        _violation(m, first, second, formula)
    elif first.base is not second.base:
        frame = first.frames[-1]
        raise ResourceError("threads that exist for different inputs cannot meet here", frame.code.location(frame.pc))
    if both is True:
        grid.broken = True
        return False
    ex.s.alive = terms.land(ex.s.alive, terms.lnot(both))
    return ex.feasible(ex.s.alive)


def _violation(m: Machine, first: Thread, second: Thread, formula: Value) -> None:
    ex = m.execution
    wait = first.wait
    assert wait is not None
    one = ex.place(first, f"waits at {wait.call}", wait.loc)
    if second.wait is not None:
        other = ex.place(second, f"waits at {second.wait.call}", second.wait.loc)
    else:
        other = ex.place(second, HAS_LEFT, m.left_at.get(second.tid))
    names = thread_name(first.id), thread_name(second.id)
    text = f"barrier divergence: {names[0]} waits at a barrier that {names[1]} does not reach with it"
    hint = "every thread of the block has to execute the same barrier, or none: move it out of the condition"
    places = (one, other) if other.loc.line else (one,)
    ex.violated(BARRIER_DIVERGENCE, FixedWording(text, places, hint), formula)


def _end(ex: Execution, grid: Grid, block: ThreadBlock) -> None:
    """Nobody of the block can continue."""
    for thread in _waiting(grid, block):
        thread = ex.s.own_thread(thread)
        grid.waiting.discard(thread.tid)
        block.waiting -= 1
        block.dead += 1
        thread.wait = None
        thread.status = Status.DEAD
        thread.frames.clear()
