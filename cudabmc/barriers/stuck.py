"""When no thread can continue: deadlock, or a barrier that some never reach."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.barriers import meetings, wide_barrier
from cudabmc.errors import UnsupportedError
from cudabmc.interpreter.core import Machine
from cudabmc.properties import Property
from cudabmc.properties.barrier_divergence import BARRIER_DIVERGENCE
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.result import HAS_LEFT, Place
from cudabmc.state.execution import Execution
from cudabmc.state.meeting import Request
from cudabmc.state.show import element_name, thread_name
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import HALTED, WARP, Status, Thread, Wait
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording


def report(m: Machine, grids: Sequence[Grid]) -> None:
    """Nobody can continue: name who waits, and for what, unless a thread has stopped the kernel. Where they do not
    exist, for a launch or a number of threads that depends on inputs, the program continues."""
    ex = m.execution
    stuck = [grid.threads[tid] for grid in grids for tid in sorted(grid.waiting | grid.spinning)]
    exist = terms.lor(*(t.base for t in stuck))
    halted = terms.lor(*(t.base for t in stuck if t.wait is not None and t.wait.scope == HALTED))
    formula = terms.land(ex.s.alive, exist, terms.lnot(halted))
    if formula is not False and ex.feasible(formula) and not any(g.broken or _apart(m, g, formula) for g in grids):
        _deadlock(m, stuck, formula)
    if exist is True:
        for grid in grids:
            grid.broken = True
    else:
        ex.s.alive = terms.land(ex.s.alive, terms.lnot(exist))


def _apart(m: Machine, grid: Grid, formula: Value) -> bool:
    """Report a thread that waits for another which waits at something else or has left, if there is one."""
    ex = m.execution
    for thread in (grid.threads[tid] for tid in sorted(grid.waiting)):
        wait = thread.wait
        if wait is None:
            continue
        _refuse_mixed(grid, thread, wait)
        if wait.scope == meetings.SCOPE:
            text = f"{thread_name(thread.id)} waits forever: {meetings.missing(ex, thread)}"
            hint = "as many threads have to arrive as the barrier was made for"
            if isinstance(wait.payload, Request) and wait.payload.of_cluster:
                hint = _of_all("cluster")
            _violated(ex, BARRIER_DIVERGENCE, text, _one_of_each(m, grid), formula, hint)
            return True
        other = _absent(grid, thread)
        if other is not None:
            _divergence(m, thread, other, formula)
            return True
    return False


def _refuse_mixed(grid: Grid, thread: Thread, wait: Wait) -> None:
    """Threads of a cluster may come to one phase of its barrier in one step and in two, and `barrier.cluster` by itself
    does not wait for those that have ended: of both at a time nothing is known here."""
    in_two = isinstance(wait.payload, Request) and wait.payload.of_cluster
    if not in_two and wait.scope != wide_barrier.CLUSTER:
        return
    around = wide_barrier.blocks_of(grid, thread, wide_barrier.CLUSTER)
    others = [grid.threads[tid] for block in around for tid in block.threads]
    mixed = any(t.wait is not None and t.wait.scope == wide_barrier.CLUSTER for t in others)
    if not in_two:
        mixed = any(t.causality.paired % 2 for t in others)
    elif not mixed and isinstance(wait.payload, Request) and not wait.payload.all_threads:
        mixed = any(t.status is Status.DONE for t in others)
    if mixed:
        text = "threads of a cluster that come to its barrier in one step and in two, or that end before others wait"
        raise UnsupportedError(text, wait.loc)


def _one_of_each(m: Machine, grid: Grid) -> tuple[Place, ...]:
    """Where threads wait at barriers that count arrivals: one place for each barrier."""
    found: dict[object, Place] = {}
    for thread in (grid.threads[tid] for tid in sorted(grid.waiting)):
        wait = thread.wait
        if wait is not None and isinstance(wait.payload, Request) and wait.payload.key not in found:
            found[wait.payload.key] = _place(m, thread)
    return tuple(found.values())


def _absent(grid: Grid, thread: Thread) -> Thread | None:
    """Of those that the thread waits for in its warp, cluster or grid, one that cannot come."""
    wait, block = thread.wait, thread.block
    assert wait is not None and block is not None
    if wait.scope in wide_barrier.SCOPES:
        blocks = wide_barrier.blocks_of(grid, thread, wait.scope)
        candidates = [grid.threads[tid] for around in blocks for tid in around.threads]
    elif wait.scope == "warp":
        start = thread.rank.linear // WARP * WARP
        lanes = grid.blocks[block.number].threads[start : start + WARP]
        candidates = [grid.threads[tid] for lane, tid in enumerate(lanes) if wait.mask >> lane & 1]
    else:
        return None
    for other in candidates:
        if other.status is Status.DONE:
            if wait.scope in wide_barrier.SCOPES:
                return other
        elif other.wait is not None and other.wait.meets != wait.meets:
            return other
    return None


def _divergence(m: Machine, thread: Thread, other: Thread, formula: Value) -> None:
    wait = thread.wait
    assert wait is not None
    names = thread_name(thread.id), thread_name(other.id)
    if other.wait is None:
        doing = HAS_LEFT
    else:
        doing = f"waits at {other.wait.call}{_difference(wait, other.wait)}"
    places = tuple(_place(m, t) for t in (thread, other) if t.wait is not None or t.tid in m.left_at)
    text = f"barrier divergence: {names[0]} waits at {wait.call} for {names[1]}, which {doing}"
    hint = "all threads of the mask have to call the same function with the same mask"
    if wait.scope in wide_barrier.SCOPES:
        hint = _of_all(wait.scope)
    _violated(m.execution, BARRIER_DIVERGENCE, text, places, formula, hint)


def _of_all(scope: str) -> str:
    return f"all threads of the {scope} have to reach the barrier"


def _difference(wait: Wait, other: Wait) -> str:
    """Why two calls of one function do not meet."""
    if other.scope != wait.scope or other.name != wait.name:
        return ""
    return " with another mask" if other.mask != wait.mask else " with a value of another type"


def _violated(ex: Execution, prop: Property, text: str, places: tuple[Place, ...], formula: Value, hint: str) -> None:
    """Execution ends here, with a violation or, if the property is off, with a word about it."""
    ex.violated(prop, FixedWording(text, places, hint), formula)
    if not ex.settings.is_on(prop) or ex.accepts(prop, places[0].loc):
        ex.ends_at(places[0].loc, prop, text)


def _deadlock(m: Machine, stuck: list[Thread], formula: Value) -> None:
    places = tuple(_place(m, t) for t in stuck)
    first = stuck[0]
    count = f" and {len(stuck) - 1} more" if len(stuck) > 1 else ""
    waits = "wait" if count else "waits"
    text = f"deadlock: {thread_name(first.id)}{count} {waits} for something that no thread can do any more"
    hint = "a thread that others wait for has ended or waits itself; look at the order of locks, flags and barriers"
    _violated(m.execution, DEADLOCK, text, places, formula, hint)


def _place(m: Machine, thread: Thread) -> Place:
    ex = m.execution
    if thread.wait is not None:
        return ex.place(thread, f"waits at {thread.wait.call}", thread.wait.loc)
    if thread.status is Status.DONE:
        return ex.place(thread, HAS_LEFT, m.left_at.get(thread.tid))
    until = sorted(thread.awaiting.until or (), key=lambda place: (place[0], str(place[1])))
    what = ", ".join(element_name(ex, ex.s.objects[o], at) for o, at in until if o in ex.s.objects)
    frame = thread.frames[-1]
    spins = [] if frame.code.function.library else frame.spins
    loops = [frame.code.loop_of_edge[edge] for edge in spins]
    loc = min(loops, key=lambda loop: abs(loop.head - frame.pc)).location if loops else None
    return ex.place(thread, f"waits until {what or 'memory'} changes", loc)
