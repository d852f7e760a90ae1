"""The barriers of a whole grid and of a cluster of blocks (CUDA C++ Programming Guide, "Grid Synchronization",
"Cluster Group"; PTX ISA, `barrier.cluster`): all threads of some blocks wait for each other."""

from collections.abc import Sequence

from cudabmc.state.knowledge import Knowledge, join
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Status, Thread, ThreadBlock

GRID, CLUSTER = "grid", "cluster"
SCOPES = (GRID, CLUSTER)


def blocks_of(grid: Grid, thread: Thread, scope: str) -> list[ThreadBlock]:
    """The blocks whose threads meet a thread that waits with this scope."""
    assert thread.block is not None
    if scope == GRID:
        return list(grid.blocks.values())
    from cudabmc.state.clusters import blocks_around  # few programs have clusters

    return blocks_around(grid, thread.block)


def complete(grid: Grid, scope: str, blocks: Sequence[ThreadBlock]) -> bool:
    """Do all threads of the blocks wait there?"""
    gone = sum(block.done for block in blocks)
    wide = sum(block.wide for block in blocks)
    if not wide or wide + gone < sum(len(block.threads) for block in blocks):
        return False
    members = [grid.threads[tid] for block in blocks for tid in block.threads]
    waits = [thread.wait for thread in members if thread.wait is not None]
    if any(wait.scope != scope for wait in waits):
        return False
    # One that has left stays away, unless it does not exist for the inputs that are left. `barrier.cluster` by itself
    # waits "for all non-exited threads of the cluster" (PTX ISA); cooperative groups demand all of them.
    if not gone or (scope == CLUSTER and not any(wait.payload for wait in waits)):
        return True
    return all(thread.base is False for thread in members if thread.status is Status.DONE)


def passed(grid: Grid, blocks: Sequence[ThreadBlock]) -> Knowledge:
    """A new epoch begins for every block; what all threads know then: whatever happened before it, and what they knew
    of threads elsewhere."""
    known: Knowledge = {}
    uids = {block.uid for block in blocks}
    for block in blocks:
        block.epoch += 1
        block.wide = 0
        known["block", block.uid] = block.epoch
    inside = {tid for block in blocks for tid in block.threads}
    for block in blocks:
        for tid in block.threads:
            if tid not in grid.waiting:
                continue
            for key, clock in grid.threads[tid].causality.met.items():
                is_said = key in inside or (isinstance(key, tuple) and key[0] == "block" and key[1] in uids)
                if not is_said:  # by the new epochs
                    known = join(known, {key: clock})
    return known
