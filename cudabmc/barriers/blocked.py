"""A thread that waits on one of its paths, or that exists for some inputs only: two cases.

Before:  if (c) __syncthreads(); else x = 1;   and the thread waits, under c
After:   one state where c holds and the thread waits there, and one where it does not and the thread continues

Otherwise its other side would run only when the wait is over, and what other threads do until then
would never come behind it.
"""

from cudabmc import terms
from cudabmc.barriers import divergence, rendezvous
from cudabmc.interpreter.core import Machine
from cudabmc.state.state import State
from cudabmc.state.thread import Status, Thread


def split(m: Machine, state: State, thread: Thread) -> State | None:
    """Make sure that a thread that has just begun to wait does so for all inputs of `state`; the
    result is a state for the others, if there are any. The thread continues with its next side if
    no input brings it here."""
    ex = m.execution
    here = terms.land(state.alive, thread.path)
    there = terms.land(state.alive, thread.base, terms.lnot(thread.path))
    if not ex.feasible(here):
        _leave(m, thread)
        return None
    other = None
    if ex.feasible(there):
        other = state.fork()
        other.alive = there
        if thread.base is True:
            other.facts = other.facts.holding(terms.lnot(thread.path))
        ex.s = other
        moved = other.own_thread(thread)
        _leave(m, moved)
        other.device.grids[moved.operation].runnable.append(moved.tid)
        ex.s = state
        thread = state.own_thread(thread)
    _stay(state, thread)
    return other


def decide_existence(m: Machine, state: State, thread: Thread) -> State | None:
    """Lanes of a warp trade values: make sure that the thread, which has come there, exists for all
    inputs of `state` for which the kernel runs; the result is a state for the others."""
    ex = m.execution
    grid = state.device.grids[thread.operation]
    missing = terms.land(state.alive, grid.path, terms.lnot(thread.base))
    other = None
    if ex.feasible(missing):
        other = state.fork()
        other.alive = missing
        ex.s = other
        divergence.leave_out(ex, other.device.grids[thread.operation], thread)
        rendezvous.warps_of_done(m, other.device.grids[thread.operation], thread)
        ex.s = state
    state.alive = terms.land(state.alive, terms.implies(grid.path, thread.base))
    return other


def _leave(m: Machine, thread: Thread) -> None:
    """The thread is not here: it continues with the next side of its branch."""
    thread.wait = None
    thread.status = Status.RUNNABLE
    m.paths.end_path(thread)


def _stay(state: State, thread: Thread) -> None:
    """Wherever the thread exists it is here, on no other side of a branch."""
    state.alive = terms.land(state.alive, terms.implies(thread.base, thread.path))
    if thread.base is True:
        state.facts = state.facts.holding(thread.path)
    thread.forks.clear()
    thread.path = thread.base
    for frame in thread.frames:
        frame.made = None
