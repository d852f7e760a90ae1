"""Launches that were checked and wait to be issued. Data only."""

from cudabmc.goto.program import Function, Launch
from cudabmc.late_dataclass import dataclass
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


@dataclass(frozen=True, slots=True)
class Plan:
    """A launch whose configuration was checked; `shmem` is in bytes."""

    launch: Launch
    function: Function
    shape: LaunchShape
    shmem: int
    args: tuple[Value, ...]
    cooperative: bool = False
