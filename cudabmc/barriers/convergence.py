"""Threads of a warp that come to the same place together, as a warp without independent scheduling would.

A thread that asks who is with it (`__activemask()`, coalesced groups, shuffles without a mask), or that waits for its
warp under --warp-sync (`state/lockstep.py`), continues when no thread of its warp can run further. Then the threads
that are furthest behind continue, together with those at exactly the same place, in the same rounds of all loops:
threads that took different branches come together again behind them, as with a stack of reconvergence points.
"""

from cudabmc.state import lockstep
from cudabmc.state.execution import Execution
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import WARP, Status, Thread

CONVERGED, LOCKSTEP = "converged", lockstep.SCOPE

Position = tuple[int, ...]


def ready(ex: Execution, grid: Grid, thread: Thread) -> list[Thread]:
    """A thread has stopped: those of its warp that continue together now, if there are any."""
    size = ex.settings.warp_sync or WARP
    around = _beside(grid, thread, size)
    leader = _last(around)
    if leader is not None and _scope(leader) == LOCKSTEP:
        return _with(leader, around)
    warp = _beside(grid, thread, WARP)
    if not warp:
        return []
    leaders = [found for found in (_last(_beside(grid, t, size)) for t in warp[::size]) if found is not None]
    leaders = [t for t in leaders if _scope(t) == CONVERGED]
    return _with(min(leaders, key=position), warp) if leaders else []


def _beside(grid: Grid, thread: Thread, size: int) -> list[Thread]:
    """The threads of its warp of `size`; none if one of them can still run."""
    assert thread.block is not None
    start = thread.rank.linear // size * size
    found = [grid.threads[tid] for tid in grid.blocks[thread.block.number].threads[start : start + size]]
    return [] if any(t.status in (Status.RUNNABLE, Status.PENDING) for t in found) else found


def _scope(thread: Thread) -> str:
    return thread.wait.scope if thread.status is Status.WAITING and thread.wait is not None else ""


def _last(threads: list[Thread]) -> Thread | None:
    """Of those that wait for others to come, one that is behind all others."""
    waiting = [t for t in threads if _scope(t) in (CONVERGED, LOCKSTEP)]
    return min(waiting, key=position) if waiting else None


def _with(leader: Thread, threads: list[Thread]) -> list[Thread]:
    """Those that stand where `leader` stands."""
    place = _place(leader)
    return [t for t in threads if _scope(t) == _scope(leader) and _place(t) == place]


def _place(thread: Thread) -> tuple[Position, list[str]]:
    """Where the thread is: one call can lead to several functions, through a pointer."""
    return position(thread), [frame.code.function.name for frame in thread.frames]


def position(thread: Thread) -> Position:
    """How far the thread is in the program: for each of its calls the loops around it with their rounds, from the
    outermost on, and the instruction."""
    found: list[int] = []
    for depth, frame in enumerate(thread.frames):
        called = depth + 1 < len(thread.frames) or _scope(thread) == CONVERGED
        pc = frame.pc - called  # behind a call the counter stands on the next instruction
        around = [loop for loop in frame.code.loops if pc in loop]
        for loop in sorted(around, key=lambda loop: loop.head):
            found += (loop.head, sum(frame.counts.get(edge, 0) for edge in loop.back_edges))
        found.append(pc)
    wait = thread.wait
    assert wait is not None
    return (*found, wait.mask if wait.scope == LOCKSTEP else lockstep.STEP)
