"""Warps in lockstep (--warp-sync): where the threads of a warp wait for each other.

Before every access to memory that others see, before every branch, and where the sides of a branch come together again,
at its immediate post-dominator, as the reconvergence stack of devices before compute capability 7.0 has it. Which of
those that wait go on is the explorer's business (`explore/convergence.py`); that they met orders their accesses as
__syncwarp() would.
"""

from typing import TYPE_CHECKING

from cudabmc.machine.frame import Frame
from cudabmc.machine.position import user_location, user_point
from cudabmc.machine.thread import Thread, Wait

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine

SCOPE = "lockstep"
JOIN, STEP = 0, 1
"""At one place, threads first come together behind a branch, and then access memory or take another."""


def wait(m: "Machine", thread: Thread, why: int) -> None:
    """The thread waits for those beside it."""
    place = user_location(thread)
    m.wait(thread, Wait(user_point(thread), "the same instruction", SCOPE, why, None, None, place, None))


def has_stepped(m: "Machine", thread: Thread) -> bool:
    """Have those beside it come here too? If not, it now waits for them."""
    if thread.stepped:
        thread.stepped = False
        return True
    wait(m, thread, STEP)
    return False


def branches(thread: Thread, frame: Frame, join: int) -> None:
    """The thread executes a branch whose sides come together at `join`."""
    if join < len(frame.code.steps):
        here = (len(thread.frames), join)
        if not thread.joins or thread.joins[-1] != here:
            thread.joins = (*thread.joins, here)


def join_of(thread: Thread) -> int:
    """Where the innermost branch of the running function that the thread is inside of ends; -1 if there is none."""
    depth = len(thread.frames)
    while thread.joins and thread.joins[-1][0] > depth:
        thread.joins = thread.joins[:-1]
    return thread.joins[-1][1] if thread.joins and thread.joins[-1][0] == depth else -1


def run(m: "Machine", thread: Thread) -> None:
    """Run the innermost frame until it stops, or another one is to run."""
    frame = thread.frames[-1]
    steps, regs, pc = frame.code.steps, frame.regs, frame.pc
    fork = thread.forks[-1] if thread.forks else None
    merge = fork.join if fork is not None and fork.depth == len(thread.frames) else -1
    join = join_of(thread)
    while pc >= 0:
        if pc == merge:
            frame.pc = pc
            m.arrive(thread)
            return
        if pc == join:
            frame.pc = pc
            if not thread.stepped:
                wait(m, thread, JOIN)
                return
            thread.stepped = False
            thread.joins = thread.joins[:-1]
            join = join_of(thread)
        pc = steps[pc](thread, frame, regs)
        m.instructions += 1
