"""Warps in lockstep (--warp-sync): where the threads of a warp wait for each other.

Before every access to memory that others see, before every branch, and where the sides of a branch come together again,
at its immediate post-dominator, as the reconvergence stack of devices before compute capability 7.0 has it. Which of
those that wait continue is the explorer's business (`explore/convergence.py`); that they met orders their accesses as
__syncwarp() would.
"""


from cudabmc.state.frame import Frame
from cudabmc.state.position import user_location, user_point
from cudabmc.state.thread import Thread, Wait

SCOPE = "lockstep"
JOIN, STEP = 0, 1
"""At one place, threads first come together behind a branch, and then access memory or take another."""


def wait(thread: Thread, why: int) -> None:
    """The thread waits for those beside it."""
    place = user_location(thread)
    thread.waits_at(Wait(user_point(thread), "the same instruction", SCOPE, why, None, None, place, None))


def has_stepped(thread: Thread) -> bool:
    """Have those beside it come here too? If not, it now waits for them."""
    if thread.turn.stepped:
        thread.turn.stepped = False
        return True
    wait(thread, STEP)
    return False


def branches(thread: Thread, frame: Frame, join: int) -> None:
    """The thread executes a branch whose sides come together at `join`."""
    if join < len(frame.code.steps):
        here = (len(thread.frames), join)
        if not thread.turn.joins or thread.turn.joins[-1] != here:
            thread.turn.joins = (*thread.turn.joins, here)


def join_of(thread: Thread) -> int:
    """Where the innermost branch of the running function that the thread is inside of ends; -1 if there is none."""
    depth = len(thread.frames)
    while thread.turn.joins and thread.turn.joins[-1][0] > depth:
        thread.turn.joins = thread.turn.joins[:-1]
    return thread.turn.joins[-1][1] if thread.turn.joins and thread.turn.joins[-1][0] == depth else -1
