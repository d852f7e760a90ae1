"""When no thread can go on: deadlock, or a barrier that some never reach."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.machine.core import Machine
from cudabmc.machine.show import thread_name
from cudabmc.machine.state import Grid, Thread
from cudabmc.machine.value import Value
from cudabmc.result import Place


def report(m: Machine, grids: Sequence[Grid]) -> None:
    """Nobody can go on: name who waits, and for what. Where they do not exist, for a launch or a
    number of threads that depends on inputs, the program goes on."""
    stuck = [grid.threads[tid] for grid in grids for tid in sorted(grid.waiting | grid.spinning)]
    exist = terms.lor(*(t.base for t in stuck))
    if not any(grid.broken for grid in grids):
        _deadlock(m, stuck, terms.land(m.s.alive, exist))
    if exist is True:
        for grid in grids:
            grid.broken = True
    else:
        m.s.alive = terms.land(m.s.alive, terms.lnot(exist))


def _deadlock(m: Machine, stuck: list[Thread], formula: Value) -> None:
    places = tuple(_place(m, t) for t in stuck)
    first = stuck[0]
    count = f" and {len(stuck) - 1} more" if len(stuck) > 1 else ""
    waits = "wait" if count else "waits"
    text = f"deadlock: {thread_name(first.id)}{count} {waits} for what no thread can do any more"
    hint = "a thread that others wait for has ended or waits itself; look at the order of locks, flags and barriers"
    m.violated("deadlock", text, places, formula, None, hint)


def _place(m: Machine, thread: Thread) -> Place:
    if thread.wait is not None:
        return m.place(thread, f"waits at {thread.wait.name}()", thread.wait.loc)
    until = sorted(thread.until or (), key=lambda place: (place[0], str(place[1])))
    what = ", ".join(m.name_at(m.s.objects[o], at) for o, at in until if o in m.s.objects)
    frame = thread.frames[-1]
    loops = [frame.code.loop_of_edge[edge] for edge in frame.spins]
    loc = min(loops, key=lambda loop: abs(loop.head - frame.pc)).location if loops else None
    return m.place(thread, f"waits until {what or 'memory'} changes", loc)
