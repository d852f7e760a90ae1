"""Launches that were checked and wait to be issued. Data only."""

from cudabmc.goto.program import Function, Launch
from cudabmc.late_dataclass import dataclass
from cudabmc.state.thread import DimValues
from cudabmc.state.value import Value


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """The dimensions of a launch, and the most that each can be (grid then block)."""

    grid: DimValues
    block: DimValues
    most: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A launch whose configuration was checked; `shmem` is in bytes."""

    launch: Launch
    function: Function
    shape: LaunchShape
    shmem: int
    args: tuple[Value, ...]
    cooperative: bool = False
