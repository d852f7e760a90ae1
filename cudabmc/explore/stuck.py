"""When no thread can go on: deadlock, or a barrier that some never reach."""

from cudabmc import terms
from cudabmc.machine.core import Machine
from cudabmc.machine.show import thread_name
from cudabmc.machine.state import Grid, State, Status, Thread
from cudabmc.result import Place


def conditional(m: Machine, grid: Grid) -> Thread | None:
    """A thread that is stuck only for some inputs, and may go on for others."""
    for tid in sorted(grid.waiting | grid.spinning):
        thread = grid.threads[tid]
        if thread.forks and terms.assume(thread.path, m.s.facts) not in (True, thread.base):
            return thread
    return None


def split(m: Machine, state: State, thread: Thread) -> State:
    """Two cases: in `state` the inputs put the thread where it is stuck; in the result they do not,
    and it goes on with its next side."""
    other = state.fork()
    path = thread.path
    state.alive = terms.land(state.alive, path)
    state.facts = state.facts.union(terms.conjuncts(path))
    other.alive = terms.land(other.alive, terms.lnot(path))
    other.facts = other.facts.union(terms.conjuncts(terms.lnot(path)))
    m.s = other
    grid = other.grid
    assert grid is not None
    released = other.own_thread(grid.threads[thread.tid])
    if released.tid in grid.waiting:
        grid.waiting.discard(released.tid)
        if released.wait is not None and released.wait.scope == "block" and released.block is not None:
            grid.blocks[released.block.number].waiting -= 1
    grid.spinning.discard(released.tid)
    released.wait = None
    released.status = Status.RUNNABLE
    m.end_path(released)
    grid.runnable.append(released.tid)
    m.s = state
    return other


def report(m: Machine, grid: Grid) -> None:
    """Nobody can go on: name who waits, and for what."""
    if grid.broken:
        return
    stuck = [grid.threads[tid] for tid in sorted(grid.waiting | grid.spinning)]
    places = tuple(_place(m, t) for t in stuck)
    first = stuck[0]
    count = f" and {len(stuck) - 1} more" if len(stuck) > 1 else ""
    waits = "wait" if count else "waits"
    text = f"deadlock: {thread_name(first.id)}{count} {waits} for what no thread can do any more"
    hint = "a thread that others wait for has ended or waits itself; look at the order of locks, flags and barriers"
    m.violated("deadlock", text, places, m.s.alive, None, hint)


def _place(m: Machine, thread: Thread) -> Place:
    if thread.wait is not None:
        return m.place(thread, f"waits at {thread.wait.name}()", thread.wait.loc)
    until = sorted(thread.until or (), key=lambda place: (place[0], str(place[1])))
    what = ", ".join(m.name_at(m.s.objects[o], at) for o, at in until if o in m.s.objects)
    frame = thread.frames[-1]
    loops = [frame.code.loop_of_edge[edge] for edge in frame.spins]
    loc = min(loops, key=lambda loop: abs(loop.head - frame.pc)).location if loops else None
    return m.place(thread, f"waits until {what or 'memory'} changes", loc)
