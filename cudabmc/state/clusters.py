"""Clusters: blocks of a grid that run at one time and reach each other's shared memory (CUDA C++ Programming Guide,
"Thread Block Clusters", "Distributed Shared Memory")."""

from collections.abc import Callable
from math import prod

from cudabmc.late_dataclass import dataclass
from cudabmc.result import Place
from cudabmc.state.knowledge import is_later
from cudabmc.state.plan import ClusterSize
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Thread, ThreadBlock
from cudabmc.state.value import Value
from cudabmc.terms import lor

STARTED = "started"
"""Of a key of knowledge, before the number of a block: that it has started, and nothing of what it did."""


@dataclass(frozen=True, slots=True)
class Visit:
    """An access to the shared memory of another block: by which thread, of which block, when (as an `Event` has it) and
    where `path` holds. A report says what it `does`, and `place` makes where."""

    tid: int
    block: int
    epoch: int
    clock: int
    path: Value
    does: str
    place: Callable[[], Place]


def rank(index: ClusterSize, cluster: ClusterSize) -> int:
    """The number of a block in its cluster, x fastest (PTX ISA, `%cluster_ctarank`)."""
    x, y, z = (at % size for at, size in zip(index, cluster, strict=True))
    return (z * cluster[1] + y) * cluster[0] + x


def start_of(index: ClusterSize, cluster: ClusterSize) -> ClusterSize:
    """The first block of the cluster that a block is in."""
    x, y, z = (at - at % size for at, size in zip(index, cluster, strict=True))
    return x, y, z


def block_at(grid: Grid, own: ThreadBlock, number: int) -> ThreadBlock | None:
    """The block with this rank in the cluster of `own`; None if it does not run."""
    x, y, _ = grid.cluster
    steps = number % x, number // x % y, number // (x * y)
    at = [start + step for start, step in zip(start_of(own.index, grid.cluster), steps, strict=True)]
    return grid.blocks.get((at[2] * grid.grid[1] + at[1]) * grid.grid[0] + at[0])


def blocks_around(grid: Grid, own: ThreadBlock) -> list[ThreadBlock]:
    """The blocks of the cluster of `own`, itself included."""
    found = (block_at(grid, own, number) for number in range(prod(grid.cluster)))
    return [block for block in found if block is not None]


def has_started(block: ThreadBlock, thread: Thread) -> Value:
    """Where does the thread know that a block of its cluster has started: has it learnt of anything that this one did,
    be it by a relaxed access?"""
    c = thread.causality
    keys = (("block", block.uid), (STARTED, block.uid))
    return lor(*(is_later(known, key, -1) for known in (c.met, c.knowledge, c.acquired, c.strong) for key in keys))


def has_exited(block: ThreadBlock) -> bool:
    """Have all of its threads ended?"""
    return block.done == len(block.threads)


def knows(thread: Thread, visit: Visit) -> Value:
    """Where does the access happen before what the thread does next?"""
    c = thread.causality
    keys = ((visit.tid, visit.clock), (("block", visit.block), visit.epoch))
    return lor(*(is_later(known, key, clock) for known in (c.met, c.knowledge) for key, clock in keys))
