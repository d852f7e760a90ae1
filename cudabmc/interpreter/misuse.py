"""A thread that is found to misuse a meeting point when the others are there: it is not running then."""

from cudabmc import terms
from cudabmc.interpreter.core import Machine
from cudabmc.properties import Property
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording
from cudabmc.state.work import Grid


def report(m: Machine, grid: Grid, thread: Thread, cond: Value, prop: Property, text: str) -> bool:
    """`cond` must hold for a thread that waits, or `prop` is violated where it waits; what follows is looked at
    where it holds. Answers whether the thread can continue at all."""
    cond = m.simplify(thread, cond)
    if cond is True:
        return True
    if not m.settings.is_on(prop):
        m.pass_over(prop)
        return True
    wait = thread.wait
    assert wait is not None
    place = m.place(thread, f"calls {wait.call}", wait.loc)
    m.require(thread, cond, prop, FixedWording(text, (place,)), fatal=False)
    if cond is False and thread.path is True:
        grid.broken = True
        return False
    m.s.alive = terms.land(m.s.alive, terms.implies(thread.path, cond))
    return True


def stop(m: Machine, grid: Grid, thread: Thread, text: str) -> None:
    """The thread misuses the barrier that it has come to, and ends there."""
    if report(m, grid, thread, False, API_MISUSE, text):
        m.ends_at(m.place(thread, "").loc, API_MISUSE, text)
    end(m, grid, thread)


def end(m: Machine, grid: Grid, thread: Thread) -> None:
    """The thread does not continue after a violation."""
    thread = m.s.own_thread(thread)
    assert thread.block is not None and thread.wait is not None
    block = grid.blocks[thread.block.number]
    if thread.wait.scope == "block" and thread.tid in grid.waiting:
        block.waiting -= 1
    grid.waiting.discard(thread.tid)
    grid.broken = True
    block.dead += 1
    thread.wait = None
    thread.status = Status.DEAD
    thread.frames.clear()
