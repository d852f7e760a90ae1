"""Where threads of a warp wait for each other: that they do not wait forever, and which accesses that orders.

A thread that waits at `__syncwarp()`, or in a shuffle or a vote, waits for the threads that its mask names, unless they
have ended (CUDA C++ Programming Guide, "Synchronization Functions", "Warp Shuffle Functions"). They meet where they
call the same function with the same mask. So they are stuck only if two of them have taken different ways at a branch,
and come to different waits then: the threads of a warp must agree at each branch both sides of which lead to waits that
are not all the same.

Of these functions `__syncwarp()` alone orders accesses. It is taken to do so where its mask is full, and where all
threads of a warp are shown to come together; threads that a last warp lacks do nothing that is to be ordered. Where a
part of a warp may have called it before, with the same mask, the others have met that part at another call, and it is
one call ahead or behind: then nothing is known of what the call orders, or what a vote tells.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32
from cudabmc.kernel.instructions import Rendezvous
from cudabmc.kernel.uniformity import Divergence, Together, behind, divergence
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.agreement import disagreement
from cudabmc.prover.events import ThreadTrace
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from cudabmc.prover.launch import WARP_SIZE, AnyLaunch
from cudabmc.prover.questions import Precondition, ProofQuestion, Settled
from cudabmc.prover.races import Settle
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import Shared, TwoThreads, Unknowns
from cudabmc.terms import Kind, Term, TermValue

FULL_MASK = (1 << 32) - 1

TILES = (1, 2, 4, 8, 16)
"""Sizes of tiles of less than a warp (the same, "Thread Block Tile")."""

VOTES = frozenset(
    f"__{name}_sync" for name in (
        "all", "any", "ballot", "reduce_add", "reduce_and", "reduce_max", "reduce_min", "reduce_or", "reduce_xor",
    )
)  # fmt: skip
"""Functions that tell all lanes the same (CUDA C++ Programming Guide, "Warp Vote Functions", "Warp Reduce
Functions")."""

WalkWhole = Callable[[Mapping[Shared, Divergence], frozenset[int]], ThreadTrace]
"""Takes a thread through the whole kernel, if threads come together so, and are told the same at the end of blocks."""


@dataclass(frozen=True, slots=True)
class WarpWait:
    """A call in which threads of a warp wait for those that a mask names: one number for all, or the lanes of a `tile`
    of so many threads. If both are None, nothing is known of the mask."""

    call: Rendezvous
    mask: int | None
    tile: int | None

    @property
    def is_known(self) -> bool:
        """Do threads that wait for each other name the same mask?"""
        return self.mask is not None or self.tile is not None

    @property
    def meets(self) -> tuple[object, ...] | None:
        """Threads that wait for each other meet where this is equal; None if they may not."""
        return (*self.call.what, self.mask, self.tile) if self.is_known else None

    def may_meet(self, other: "WarpWait") -> bool:
        """May a thread that waits here meet one that waits there?"""
        same = self.mask == other.mask and self.tile == other.tile
        return self.call.what == other.call.what and (same or not self.is_known or not other.is_known)

    @property
    def name(self) -> str:
        """The function."""
        return f"{self.call.what[0]}()"


@dataclass(frozen=True, slots=True)
class WarpOrder:
    """The blocks `cuts` end where all threads of a warp meet, and what they did before is ordered before what they do
    behind. `trace` is the way of a thread whose warp does so, of which `counts` and what was `shown` are known. At the
    end of the blocks `votes` its threads are told the same."""

    cuts: frozenset[int]
    trace: ThreadTrace
    votes: frozenset[int]
    counts: list[Precondition] = field(default_factory=list)
    shown: list[Precondition] = field(default_factory=list)


class Warps:
    """What the warps of one kernel do. All threads of a block take the same way behind the branches `agreed`."""

    def __init__(
        self, whole: KernelPart, trace: ThreadTrace, agreed: frozenset[int], walk: WalkWhole, shape: AnyLaunch,
        unknowns: Unknowns, settling: Settling, settle: Settle,
    ) -> None:  # fmt: skip
        self._whole = whole
        self._trace = trace
        self._agreed = agreed
        self._walk = walk
        self._shape = shape
        self._unknowns = unknowns
        self._settling = settling
        self._settle = settle
        self._waits = dict(_waits(whole, trace, shape))
        self._ahead = _waits_ahead(whole, self._waits) if self._waits else {}
        self._order: WarpOrder | None = None

    # ------------------------------------------------------------ waiting

    def meet(self) -> None:
        """Settle that no thread of a warp waits for another one that waits elsewhere."""
        if not self._waits:
            return
        conflicts = self._conflicts()
        unclear = [number for number, wait in self._waits.items() if not wait.is_known]
        if not unclear and all(self._differ(self._trace, number) is None for number in conflicts):
            return
        with self._settling.another_region():
            trace, _ = self._walk_together(frozenset(conflicts))
            for number, met in sorted(conflicts.items()):
                question = self._differ(trace, number, met)
                if question is not None:
                    first = min(behind(self._whole.flow, number) & self._waits.keys())
                    text = f"threads of a warp may take different ways to {self._waits[first].name}"
                    self._settle(question, "barrier-divergence", text, (self._whole.flow.blocks[number].end.loc,))
            for number in unclear:
                self._masks_agree(trace, number)

    def _masks_agree(self, trace: ThreadTrace, number: int) -> None:
        wait, there = self._waits[number], trace.barriers.get(number)
        if there is None or trace.masks[number] in trace.groups:
            return
        question = disagreement(
            TwoThreads.OF_WARP, there.reach, trace.masks[number], I32, self._shape, self._unknowns
        )
        if question is not None:
            text = f"threads of a warp may name different masks to {wait.name}"
            self._settle(question, "barrier-divergence", text, (wait.call.loc,))

    def _conflicts(self) -> dict[int, frozenset[int]]:
        """The branches that could part threads of a warp so that they come to different waits, which are told with
        them. Threads of a block are known to agree at some others."""
        ahead = self._ahead
        found = {}
        for number in self._leading_to(self._waits.keys()):
            one, other = (ahead[target] for target in self._whole.flow.after[number])
            meets = {self._waits[n].meets if n in self._waits else "barrier" for n in one | other}
            if one and other and (len(meets) > 1 or None in meets):  # one that waits nowhere ends
                found[number] = (one | other) & self._waits.keys()
        return found

    def _leading_to(self, waits: Collection[int]) -> Iterator[int]:
        """The branches that could part the threads of a warp on their way to waits."""
        flow = self._whole.flow
        for number in self._trace.branches.keys() - self._agreed:
            if len(flow.after[number]) > 1 and not behind(flow, number).isdisjoint(waits):
                yield number

    def _differ(self, trace: ThreadTrace, number: int, met: Iterable[int] = ()) -> ProofQuestion | None:
        """May two threads of a warp decide differently at a branch, of which one waits for the other in one of the
        blocks `met`, if there are any?"""
        if number not in trace.branches:
            return None
        reach, cond = trace.branches[number]
        question = disagreement(TwoThreads.OF_WARP, reach, cond, BOOL, self._shape, self._unknowns)
        waits = [self._waits_for(trace, wait) for wait in met]
        if question is None or not waits:
            return question
        return replace(question, conditions=(*question.conditions, terms.lor(*waits)))

    def _waits_for(self, trace: ThreadTrace, number: int) -> TermValue:
        """Does one of two threads wait for the other one there? Both are in its mask then. Who takes a ballot again in
        the meantime waits for all in it."""
        wait, both = self._waits[number], TwoThreads.OF_WARP
        if wait.tile is not None:
            place = terms.apply(Op.UDIV, I32, I32, (self._shape.number, wait.tile))
            return terms.apply(Op.EQ, BOOL, I32, (place, self._unknowns.of_another(place, both)))
        if wait.mask is not None:
            named = _is_lane_of(wait.mask, self._shape.lane)
        else:
            mask = trace.masks.get(number, True)
            named = trace.ballots[mask] if mask in trace.ballots else self._is_named(mask)
        return terms.land(named, self._unknowns.of_another(named, both))

    def _is_named(self, mask: TermValue) -> TermValue:
        """Is the thread in a mask (I32) that is `(1 << count) - 1`, the same for its warp? True for other masks."""
        count = _prefix(mask)
        if count is None or self._unknowns.common(count) < Shared.WARP:
            return True
        few = terms.apply(Op.ULT, BOOL, I32, (self._shape.lane, count))
        return terms.lor(few, terms.apply(Op.ULE, BOOL, I32, (WARP_SIZE, count)))

    def _walk_together(self, agreed: frozenset[int]) -> tuple[ThreadTrace, frozenset[int]]:
        """The whole kernel, if threads of a warp agree at some branches, and the waits at which all of them meet."""
        self._settling.counts, self._settling.shown = [], []
        flow, live = self._whole.flow, self._whole.live
        together = {
            Shared.BLOCK: divergence(flow, live, Together.BLOCK, self._agreed),
            Shared.WARP: divergence(flow, live, Together.BLOCK, self._agreed | agreed),
        }
        meeting = self._in_step(together[Shared.WARP].blocks)
        return self._walk(together, self._votes(meeting)), meeting

    def _votes(self, waits: frozenset[int]) -> frozenset[int]:
        return frozenset(number for number in waits if self._waits[number].call.what[0] in VOTES)

    def _in_step(self, parted: frozenset[int]) -> frozenset[int]:
        """The waits at which all threads of a warp meet: they come to it together, as not to blocks that are `parted`,
        and no part of them may have waited for the rest alone."""
        ahead = self._ahead
        astray = [number for number in self._waits if number in parted]

        def is_reached(number: int, wait: WarpWait) -> bool:
            others = (n for n in astray if self._waits[n].may_meet(wait))
            return any(number in ahead[target] for n in others for target in self._whole.flow.after[n])

        return frozenset(
            number for number, wait in self._waits.items()
            if wait.mask == FULL_MASK and number not in parted and not is_reached(number, wait)
        )  # fmt: skip

    # ------------------------------------------------------------ order

    @property
    def may_order(self) -> bool:
        """Are there calls that may order accesses?"""
        return bool(self._ordering())

    def _ordering(self) -> frozenset[int]:
        return frozenset(n for n, wait in self._waits.items() if wait.call.orders and wait.mask == FULL_MASK)

    def order(self) -> WarpOrder:
        """Where warps are shown to meet. Calls to which their threads may take different ways order nothing."""
        if self._order is None:
            with self._settling.another_region():
                self._order = self._ordered(self._ordering())
        return self._order

    def _ordered(self, cuts: frozenset[int]) -> WarpOrder:
        flow = self._whole.flow
        while True:
            branches = frozenset(self._leading_to(cuts))
            trace, meeting = self._walk_together(branches)
            parted = [number for number in sorted(branches) if not self._is_alike(trace, number)]
            if not parted:
                counts, shown = self._settling.counts, self._settling.shown
                return WarpOrder(cuts & meeting, trace, self._votes(meeting), counts, shown)
            cuts -= frozenset().union(*(behind(flow, number) for number in parted))

    def _is_alike(self, trace: ThreadTrace, number: int) -> bool:
        question = self._differ(trace, number)
        if question is None:
            return True
        answer = self._settling.answer(question)
        if isinstance(answer, Settled):
            self._settling.need(answer)
        return isinstance(answer, Settled)


def _waits(whole: KernelPart, trace: ThreadTrace, shape: AnyLaunch) -> Iterator[tuple[int, WarpWait]]:
    """The blocks that end where threads of a warp wait for those of a mask."""
    for number in whole.flow.order:
        mask = trace.masks.get(number)
        if mask is not None:
            call = whole.flow.blocks[number].code[-1]
            assert isinstance(call, Rendezvous)
            known = None if isinstance(mask, Term) else int(mask) & FULL_MASK
            tiles = (size for size in TILES if isinstance(mask, Term) and mask is shape.tile(size))
            yield number, WarpWait(call, known, next(tiles, None))


def _waits_ahead(whole: KernelPart, waits: Collection[int]) -> dict[int, frozenset[int]]:
    """The ends of blocks, barriers among them, at which a thread may wait that is at the start of a block."""
    flow = whole.flow
    ahead = {
        number: frozenset({number} if number in waits or is_barrier(flow.blocks[number]) else ())
        for number in flow.order
    }
    while True:
        before = dict(ahead)
        for number in reversed(flow.order):
            ahead[number] = ahead[number].union(*(ahead[target] for target in flow.after[number]))
        if before == ahead:
            return ahead


def _is_lane_of(mask: int, lane: TermValue) -> TermValue:
    """Is a lane in a mask?"""
    if mask == FULL_MASK:
        return True
    runs = [(n, next(end for end in range(n, WARP_SIZE + 1) if not mask >> end & 1)) for n in range(WARP_SIZE)
            if mask >> n & 1 and not (n and mask >> n - 1 & 1)]  # fmt: skip
    return terms.lor(*(
        terms.land(terms.apply(Op.ULE, BOOL, I32, (first, lane)), terms.apply(Op.ULT, BOOL, I32, (lane, end)))
        for first, end in runs
    ))  # fmt: skip


def _prefix(mask: TermValue) -> Term | None:
    """The `count` of a mask that is `(1 << count) - 1`."""
    if not isinstance(mask, Term) or mask.kind is not Kind.SUM or mask.params != (FULL_MASK, (1,)):
        return None
    (power,) = mask.args
    is_power = power.kind is Kind.SHL and power.args[0].kind is Kind.CONST and power.args[0].params[0] == 1
    return power.args[1] if is_power else None
