"""Branches at which the lanes of a warp part: the sides are executed one after the other, and the lanes of one side
wait for the other (CUDA C++ Programming Guide, "SIMT Architecture")."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.state.value import Value


@dataclass(slots=True)
class LaneWay:
    """The way of a lane through a branch: where it continues, and how many instructions it had executed at the branch,
    and where both sides meet again."""

    target: int
    began: int
    ended: int | None = None


@dataclass(slots=True)
class WarpBranch:
    """One execution of a branch by a warp, with the ways of the lanes that come there; `interval`, `path` and
    `together` as of a `WarpRequest`."""

    kernel: str
    loc: Location
    launch: int
    block: tuple[int, int, int]
    warp: int
    interval: int = 0
    path: Value = True
    together: bool = True
    lanes: dict[int, LaneWay] = field(default_factory=dict)

    @property
    def parts(self) -> bool:
        """Do the lanes part?"""
        return len({way.target for way in self.lanes.values()}) > 1

    def waiting(self) -> int:
        """How many instructions of the other side lanes wait for, all lanes together."""
        longest: dict[int, int] = defaultdict(int)
        for way in self.lanes.values():
            longest[way.target] = max(longest[way.target], _length(way))
        return sum(
            max((length for target, length in longest.items() if target != way.target), default=0)
            for way in self.lanes.values()
        )


def _length(way: LaneWay) -> int:
    return 0 if way.ended is None else way.ended - way.began


@dataclass(slots=True)
class BranchTotals:
    """All executions of one branch in a launch: the warps that come there, those whose lanes part, the instructions
    that lanes wait for, and the execution with the longest wait."""

    warps: set[tuple[tuple[int, int, int], int]] = field(default_factory=set)
    parted: set[tuple[tuple[int, int, int], int]] = field(default_factory=set)
    waiting: int = 0
    worst: WarpBranch | None = None
    longest: int = -1

    def add(self, branch: WarpBranch) -> None:
        """One more execution."""
        warp = (branch.block, branch.warp)
        self.warps.add(warp)
        if not branch.parts:
            return
        self.parted.add(warp)
        waiting = branch.waiting()
        self.waiting += waiting
        if waiting > self.longest:
            self.longest, self.worst = waiting, branch


def totals_of(branches: Iterable[WarpBranch]) -> dict[tuple[str, Location, int], BranchTotals]:
    """The totals of each branch, by kernel, place and launch."""
    found: dict[tuple[str, Location, int], BranchTotals] = defaultdict(BranchTotals)
    for branch in branches:
        found[branch.kernel, branch.loc, branch.launch].add(branch)
    return found
