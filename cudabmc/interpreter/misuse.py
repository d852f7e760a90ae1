"""A thread that is found to misuse a meeting point when the others are there: it is not running then."""

from cudabmc import terms
from cudabmc.properties import Property
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state.execution import Execution
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording


def report(ex: Execution, grid: Grid, thread: Thread, cond: Value, prop: Property, text: str, hint: str = "") -> bool:
    """`cond` must hold for a thread that waits, or `prop` is violated where it waits; what follows is looked at
    where it holds. Answers whether the thread can continue at all."""
    cond = ex.simplify(thread, cond)
    if cond is True:
        return True
    if not ex.settings.is_on(prop):
        ex.pass_over(prop)
        return True
    wait = thread.wait
    assert wait is not None
    place = ex.place(thread, f"calls {wait.call}", wait.loc)
    ex.require(thread, cond, prop, FixedWording(text, (place,), hint), fatal=False)
    if cond is False and thread.path is True:
        grid.broken = True
        return False
    ex.s.alive = terms.land(ex.s.alive, terms.implies(thread.path, cond))
    return True


def stop(ex: Execution, grid: Grid, thread: Thread, text: str) -> None:
    """The thread misuses the barrier that it has come to, and ends there."""
    if report(ex, grid, thread, False, API_MISUSE, text):
        ex.ends_at(ex.place(thread, "").loc, API_MISUSE, text)
    end(ex, grid, thread)


def end(ex: Execution, grid: Grid, thread: Thread) -> None:
    """The thread does not continue after a violation."""
    thread = ex.s.own_thread(thread)
    assert thread.block is not None and thread.wait is not None
    block = grid.blocks[thread.block.number]
    if thread.wait.scope == "block" and thread.tid in grid.waiting:
        block.waiting -= 1
    if thread.wait.scope in ("grid", "cluster") and thread.tid in grid.waiting:
        block.wide -= 1
    grid.waiting.discard(thread.tid)
    grid.broken = True
    block.dead += 1
    thread.wait = None
    thread.status = Status.DEAD
    thread.frames.clear()
