"""Advice on performance: what a run has seen warps do that a device does slowly. Plain data for results and reports."""

import operator
from collections.abc import Iterable
from enum import StrEnum

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

WARP_SIZE = 32
"""Lanes of a warp."""

BANKS = 32
"""Banks of shared memory."""

WORD = 4
"""Bytes of a word of a bank."""

SECTOR = 32
"""Bytes of a sector of global memory."""


def lanes_at_once(size: int) -> int:
    """How many lanes of a warp shared memory serves together if each accesses so many bytes."""
    return WARP_SIZE if size <= WORD else WARP_SIZE // 2 if size <= 2 * WORD else WARP_SIZE // 4


class AdviceKind(StrEnum):
    """What the advice is about. The words of `--fail-on` are the same (options/values.py)."""

    BANK_CONFLICT = "bank-conflict"
    UNCOALESCED = "uncoalesced"
    DIVERGENCE = "divergence"
    ATOMICS = "atomics"
    NEEDLESS_BARRIER = "needless-barrier"


FIGURES = {
    AdviceKind.BANK_CONFLICT: "accesses to one bank, one after the other, that the worst request of a warp needs",
    AdviceKind.UNCOALESCED: "32-byte sectors that all requests touch, for each that their bytes would fill",
    AdviceKind.DIVERGENCE: "percent of the warps that come to the branch whose lanes part there",
    AdviceKind.ATOMICS: "lanes of one warp whose atomics go to one address",
    AdviceKind.NEEDLESS_BARRIER: "times that a block waits at the barrier",
}
"""What the figure of each kind counts."""


@dataclass(frozen=True, slots=True)
class LaneAccess:
    """What a lane of a warp accesses: `size` bytes from byte `offset` of an object. Of a branch: the `side` that the
    lane takes, 0 or 1, and no bytes."""

    lane: int
    offset: int = 0
    size: int = 0
    side: int = 0


@dataclass(frozen=True, slots=True)
class WarpPicture:
    """The worst warp: in which block it is, and what its lanes do. `object` is what they access, in memory of kind
    `space`; `action` is read, write, atomic access or branch."""

    block: tuple[int, int, int]
    warp: int
    action: str
    lanes: tuple[LaneAccess, ...]
    object: str = ""
    space: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """One place of a kernel that is slower than it could be. `figure` is what `FIGURES` says of its kind, in launch
    number `launch`, the worst one that was watched; it concerns `concerned` of the `seen` requests (branches: warps;
    barriers: executions)."""

    kind: AdviceKind
    kernel: str
    loc: Location
    figure: float
    message: str
    launch: int
    concerned: int
    seen: int
    picture: WarpPicture | None = None

    @property
    def figure_text(self) -> str:
        """The figure as reports have it."""
        return number_text(self.figure)


@dataclass(frozen=True, slots=True)
class WatchedLaunch:
    """A launch of which `blocks` of all `of` were watched, with all of their threads. If it is not `whole`, time ended
    the run before all of them had ended."""

    kernel: str
    number: int
    blocks: tuple[int, ...]
    of: int
    whole: bool = True


@dataclass(frozen=True, slots=True)
class AdviceReport:
    """All advice of a run, the worst of each kind first. `missing` says what could not be watched, and why."""

    given: tuple[Advice, ...] = ()
    watched: tuple[WatchedLaunch, ...] = ()
    missing: tuple[str, ...] = ()

    def above(self, limits: Iterable[str]) -> tuple[tuple[str, Advice], ...]:
        """The advice whose figure is above a limit, as in `bank-conflict>2`, each with that limit."""
        found = []
        for limit in limits:
            kind, _, most = limit.partition(">")
            found += [(limit, one) for one in self.given if one.kind == kind and one.figure > float(most)]
        return tuple(found)


def number_text(value: float) -> str:
    """A figure: two digits behind the point at most, and no zeros at the end."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def all_advice(parts: Iterable[AdviceReport]) -> AdviceReport:
    """The advice of several programs."""
    every = list(parts)
    return AdviceReport(
        tuple(one for part in every for one in part.given),
        tuple(one for part in every for one in part.watched),
        tuple(dict.fromkeys(one for part in every for one in part.missing)),
    )


def sorted_advice(given: Iterable[Advice]) -> tuple[Advice, ...]:
    """By kind, the largest figure first, then by place."""
    order = list(AdviceKind)
    key = operator.attrgetter("loc.file", "loc.line", "loc.column")
    return tuple(sorted(given, key=lambda one: (order.index(one.kind), -one.figure, key(one))))
