"""Launches that were checked and wait to be issued, and who their threads are. Data only."""

from math import prod
from typing import NamedTuple

from cudabmc.goto.program import Function, Launch
from cudabmc.late_dataclass import dataclass
from cudabmc.result import ThreadId
from cudabmc.state.thread import DimValues
from cudabmc.state.value import Value

LAUNCH_SIZES = ("gridDim.x", "gridDim.y", "gridDim.z", "blockDim.x", "blockDim.y", "blockDim.z")
"""What the size of a launch consists of."""


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """The dimensions of a launch, and the most that each can be (grid then block)."""

    grid: DimValues
    block: DimValues
    most: tuple[int, ...]

    @property
    def is_known(self) -> bool:
        """Does no dimension depend on inputs?"""
        return all(isinstance(size, int) for size in (*self.grid, *self.block))


BlockThreads = tuple[int, tuple[int, ...] | None]
"""The number of a block, and those of some of its threads, None for all."""

Blocks = tuple[BlockThreads, ...]


@dataclass(frozen=True, slots=True)
class PartOfLaunch:
    """Threads of a launch that run before all others, and in place of them. Nothing orders blocks, nor the threads of
    one before they wait for each other, so that this is how an execution may begin. When none of them can go on, the
    run ends with `why`; if they only `begin` the launch, it does so where a violation is certain, and otherwise the
    other threads follow."""

    blocks: Blocks
    why: str
    begin: bool = False

    @property
    def has_whole_blocks(self) -> bool:
        """Can threads of a block wait for each other?"""
        return all(threads is None for _, threads in self.blocks)


ClusterSize = tuple[int, int, int]

ONE_BLOCK: ClusterSize = (1, 1, 1)
"""The size of a cluster where a launch has none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A launch whose configuration was checked; `shmem` is in bytes, `cluster` in blocks."""

    launch: Launch
    function: Function
    shape: LaunchShape
    shmem: int
    args: tuple[Value, ...]
    cooperative: bool = False
    cluster: ClusterSize = ONE_BLOCK


class LaunchedThreads(NamedTuple):
    """A launch by its number, of which the first thread has the number `first`. `whole`: all threads of all blocks were
    made, one block behind the other."""

    kernel: str
    number: int
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    first: int
    whole: bool

    def thread(self, tid: int) -> ThreadId:
        """The thread with a number; the first one if that is not known."""
        place = tid - self.first
        threads = prod(self.block)
        if not self.whole or not 0 <= place < threads * prod(self.grid):
            place = 0
        at, within = split(place // threads, self.grid), split(place % threads, self.block)
        return ThreadId(at, within, self.kernel, self.number)


def split(number: int, size: tuple[int, int, int]) -> tuple[int, int, int]:
    """Coordinates of a linear number, x fastest (programming guide, 'Thread Hierarchy')."""
    return (number % size[0], number // size[0] % size[1], number // (size[0] * size[1]))
