"""The barrier of a whole grid (CUDA C++ Programming Guide, "Grid Synchronization")."""

from cudabmc.state.knowledge import Knowledge, join
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Status

SCOPE = "grid"


def complete(grid: Grid) -> bool:
    """Do all threads of the grid wait at it?"""
    gone = sum(block.done for block in grid.blocks.values())
    if not grid.waiting or len(grid.waiting) + gone < len(grid.threads):
        return False
    if any(grid.threads[tid].wait.scope != SCOPE for tid in grid.waiting):  # type: ignore[union-attr]
        return False
    # One that has left stays away, unless it does not exist for the inputs that are left.
    return not gone or all(t.base is False for t in grid.threads.values() if t.status is Status.DONE)


def passed(grid: Grid) -> Knowledge:
    """A new epoch begins for every block; what all threads know then: whatever happened before it."""
    known: Knowledge = {}
    for block in grid.blocks.values():
        block.epoch += 1
        known[("block", block.uid)] = block.epoch
    for tid in grid.waiting:
        for key, clock in grid.threads[tid].causality.met.items():
            if (isinstance(key, tuple) and key[0] == "meeting") or (isinstance(key, int) and key < 0):
                known = join(known, {key: clock})
    return known
