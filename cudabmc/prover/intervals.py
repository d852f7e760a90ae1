"""Accesses of threads of one block: two are unordered only if no barrier lies between them.

Threads of one warp are ordered by what their warp does, too. That is looked at only if it may order something, and
where barriers alone are not enough: then threads of one warp and of different warps are questions of their own.
"""

from collections.abc import Sequence

from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.kernel.uniformity import Divergence
from cudabmc.prover.additions import Additions, additions_to_counters
from cudabmc.prover.claims import Claims
from cudabmc.prover.events import MemoryAccess, ThreadState, ThreadTrace
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from cudabmc.prover.memory_use import MemoryUse, Start
from cudabmc.prover.permission_proof import PermissionProof
from cudabmc.prover.races import Races
from cudabmc.prover.region_walks import RegionWalks, WalkedRegion
from cudabmc.prover.same_rounds import same_rounds
from cudabmc.prover.unknowns import TwoThreads
from cudabmc.prover.warps import WarpOrder, Warps


class Intervals:
    """The intervals of a kernel whose threads all come to its barriers, as a walk through the whole shows."""

    def __init__(
        self, walked: WalkedRegion, entry: ThreadState, memory: MemoryUse, warps: Warps,
        walks: RegionWalks, races: Races, claims: Claims, permissions: PermissionProof,
        parted: Divergence,
    ) -> None:  # fmt: skip
        """Threads of a block are `parted` at some blocks and in some registers."""
        self._whole = walked.region
        self._graph: KernelGraph = self._whole.graph
        self._entry = entry
        self._trace = walked.trace
        self._memory = memory
        self._warps = warps
        self._walks = walks
        self._races = races
        self._settling = walks.settling
        self._claims = claims
        self._permissions = permissions
        self._parted = parted

    def look(self) -> None:
        """Settle that no two threads of a block race."""
        barriers = [number for number, block in enumerate(self._graph.blocks) if is_barrier(block)]
        if not barriers and not self._whole.loops and not self._warps.may_order:
            self._walks.explaining.interval(self._whole, self._entry, self._trace.accesses)
            tickets = self._tickets(self._trace, self._trace.accesses)
            self._races.look(self._permissions.keep_to(None, self._trace.accesses), TwoThreads.OF_BLOCK, tickets)
            return
        open_ = [start for start in (None, *barriers) if not self._of_block(start)]
        self._walks.of_all, self._walks.held = {}, {}  # they are about the unknowns of another walk
        if open_:
            self._of_warps(open_, self._warps.order())

    def _of_block(self, start: Start) -> bool:
        """An interval between barriers. Is it done with, also for threads of one warp?"""
        walked = self._interval(start, self._trace)
        if walked is None:
            return True
        region, state = walked
        with self._settling.another_region():
            walked_so = self._walked(region, state, self._trace)
            accesses = walked_so.trace.accesses
            self._walks.explaining.interval(region, state, accesses)
            same = list(same_rounds(region, walked_so.plans, self._parted, self._walks.unknowns))
            with self._claims.in_interval(walked_so, same):
                tickets = self._tickets(walked_so.trace, accesses)
                return self._of_accesses(self._permissions.keep_to(start, accesses), tickets)

    def _tickets(self, trace: ThreadTrace, accesses: Sequence[MemoryAccess]) -> Additions:
        return additions_to_counters(trace.additions, accesses, self._trace.accesses, self._trace.additions)

    def _of_accesses(self, accesses: Sequence[MemoryAccess], tickets: Additions) -> bool:
        """Threads of a block do not race. Is the interval done with, also for threads of one warp?"""
        if not self._warps.may_order:
            self._races.look(accesses, TwoThreads.OF_BLOCK, tickets)
            return True
        if self._races.are_apart(accesses, TwoThreads.OF_BLOCK, tickets):
            return True
        parts = bool(self._warps.order().cuts)
        self._races.look(accesses, TwoThreads.OF_WARPS if parts else TwoThreads.OF_BLOCK, tickets)
        return not parts

    def _of_warps(self, open_: Sequence[Start], order: WarpOrder) -> None:
        """The parts of intervals between places where a warp meets."""
        inside = frozenset().union(*(self._memory.blocks_from(start) for start in open_))
        for start in (*open_, *sorted(order.cuts & inside)):
            walked = self._interval(start, order.trace, order.cuts)
            if walked is None:
                continue
            region, state = walked
            with self._settling.another_region():
                self._settling.counts, self._settling.shown = list(order.counts), list(order.shown)
                walked_so = self._walked(region, state, order.trace, order.votes)
                # Other warps may do something else to a counter that begins anew behind a barrier.
                tickets = self._tickets(walked_so.trace, self._trace.accesses)
                left = [one for one in walked_so.trace.accesses if not self._permissions.settle_all(one.base)]
                self._races.look(left, TwoThreads.OF_WARP, tickets)

    def _interval(
        self, start: Start, trace: ThreadTrace, cuts: frozenset[int] = frozenset()
    ) -> tuple[KernelPart, ThreadState] | None:  # fmt: skip
        """What lies behind the barrier at the end of a block, or the start of the kernel, and the state there; None if
        nobody comes there, or if it cannot be looked at."""
        state = self._entry if start is None else trace.barriers.get(start)
        if state is None or state.reach is False:
            return None
        entry = 0 if start is None else self._graph.blocks[start].targets[0]
        try:
            return KernelPart(self._graph, entry, start, interval=True, warps=cuts, logs=self._whole.logs), state
        except IrreducibleError:
            self._walks.reasons.append("a loop between barriers has two entries")
            return None

    def _walked(
        self, region: KernelPart, state: ThreadState, whole: ThreadTrace, votes: frozenset[int] = frozenset()
    ) -> WalkedRegion:
        found = self._walks.walked(region, state, {}, self._memory.contents_in(region), votes=votes)
        self._walks.suppose_exact(found.trace, whole)
        return found
