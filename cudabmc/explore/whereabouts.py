"""Where a run was when it was cut short, in words: a reader wants to know which loop is too long."""

from cudabmc.goto.cfg import inside
from cudabmc.state.position import user_frame
from cudabmc.state.show import thread_name
from cudabmc.state.thread import Thread

LONG = 100
"""Rounds from which on a loop is told as what takes the time."""


def whereabouts(*threads: Thread | None) -> str:
    """`in round 70000 of the loop at main.cu:7, the host`, for the first of these threads that is anywhere."""
    told = (_of_thread(thread) for thread in threads if thread is not None and thread.frames)
    return next((where for where in told if where), "")


def _of_thread(thread: Thread) -> str:
    who = thread_name(thread.id)
    rounds = 0
    told = [frame for frame in thread.frames if not frame.code.function.library]
    for frame in told:  # callers first: an outer loop that goes round often tells more
        for edge, count in frame.counts.items():
            loop = frame.code.loop_of_edge.get(edge)
            if loop is None or not loop.location.line or count <= max(LONG, rounds):
                continue
            if frame.pc in inside(frame.code.function.body, loop):  # machine code may have left it
                later = " or later" if frame.some_uncounted else ""
                rounds, where = count, f"in round {count}{later} of the loop at {loop.location}"
        if rounds:
            return f"{where}, {who}"
    frame, pc = user_frame(thread)
    if frame.code.function.library:
        return ""  # the runtime library, before main or behind it
    location = frame.code.location(pc)
    return f"at {location}, {who}" if location.line else ""
