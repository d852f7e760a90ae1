"""From branches and barriers to advice: where warps part, and what a block waits for in vain."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from cudabmc.advice import Advice, AdviceKind, LaneAccess, WarpPicture, number_text
from cudabmc.performance.divergence import BranchTotals, WarpBranch, totals_of
from cudabmc.performance.needless_barriers import BlockHistory, needless_barriers
from cudabmc.source.location import Location

WORTH_WAITING = 5.0
"""Percent of the time of the lanes of a kernel that a branch costs from which on it is worth a word."""


def of_branches(branches: Iterable[WarpBranch], work: Mapping[int, int]) -> Iterator[Advice]:
    """Branches at which lanes part and wait for long. `work` is what all lanes of a launch have executed."""
    totals = totals_of(branches)
    waiting: dict[int, int] = defaultdict(int)
    for (_, _, launch), total in totals.items():
        waiting[launch] += total.waiting
    found: dict[tuple[str, Location], Advice] = {}
    for (kernel, loc, launch), total in totals.items():
        cost = 100 * total.waiting / max(1, work.get(launch, 0) + waiting[launch])
        if total.worst is None or cost < WORTH_WAITING:
            continue
        one = _divergence(kernel, loc, launch, total, cost)
        known = found.get((kernel, loc))
        if known is None or known.figure < one.figure:
            found[kernel, loc] = one
    yield from found.values()


def _divergence(kernel: str, loc: Location, launch: int, total: BranchTotals, cost: float) -> Advice:
    parted, warps, worst = len(total.parted), len(total.warps), total.worst
    assert worst is not None
    share = 100 * parted / warps
    first = min(way.target for way in worst.lanes.values())
    lanes = tuple(LaneAccess(lane, side=int(way.target != first)) for lane, way in sorted(worst.lanes.items()))
    message = (
        f"divergent branch: the lanes of {parted} of {warps} warps part here ({number_text(round(share, 1))}%), and "
        f"wait for the other side in {number_text(round(cost, 1))}% of the time of the lanes, counted in instructions"
    )
    picture = WarpPicture(worst.block, worst.warp, "branch", lanes)
    return Advice(AdviceKind.DIVERGENCE, kernel, loc, round(share, 1), message, launch, parted, warps, picture)


def of_barriers(kernels: Mapping[str, Mapping[int, list[BlockHistory]]]) -> Iterator[Advice]:
    """Barriers that no pair of accesses needs in any of these launches of kernels: one may stand in a function that
    several of them call."""
    every = [history for launches in kernels.values() for histories in launches.values() for history in histories]
    for loc in needless_barriers(every):
        waits = sum(_times(one, loc) for one in every)
        times = {
            (name, number): max(_times(one, loc) for one in histories)
            for name, launches in kernels.items() for number, histories in launches.items()
        }  # fmt: skip
        kernel, launch = max(times, key=lambda key: times[key])
        most = times[kernel, launch]
        message = (
            "needless barrier: no two threads of the block conflict around it, in the launches watched; a block waits "
            f"here {_how_often(most)}"
        )
        yield Advice(AdviceKind.NEEDLESS_BARRIER, kernel, loc, float(most), message, launch, waits, waits)


def _times(history: BlockHistory, loc: Location) -> int:
    return sum(loc in ends for ends in history.ends.values())


def _how_often(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")
