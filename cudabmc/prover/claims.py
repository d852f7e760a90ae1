"""Settles what the contracts of a kernel claim (`contract_proof.py`), in the whole kernel and in intervals."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cudabmc import terms
from cudabmc.goto.types import I32
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.contract_proof import ClaimQuestion, ContractProof, KnownOfTwo
from cudabmc.prover.contract_words import NOT_ACCESSED
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.preconditions import no_overflow
from cudabmc.prover.questions import Settled
from cudabmc.prover.races import Settle
from cudabmc.prover.region_walks import RegionWalks, WalkedRegion
from cudabmc.prover.same_rounds import SameRounds
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.terms import Term, TermValue


class Claims:
    """The contracts of one kernel. What they say of two threads is `known`; `settle_claim` makes a question that is
    open a candidate of a contract, and `settle` one that no run can look at."""

    def __init__(
        self, settling: Settling, unknowns: Unknowns, shape: AnyLaunch, walks: RegionWalks, known: KnownOfTwo,
        settle: Settle, settle_claim: Settle,
    ) -> None:  # fmt: skip
        self._settling = settling
        self._unknowns = unknowns
        self._shape = shape
        self._walks = walks
        self._known = known
        self._settle = settle
        self._settle_claim = settle_claim

    def of_whole(self, walked: WalkedRegion) -> bool:
        """What is claimed in the kernel as a whole holds, or is a candidate of a proof. False if another walk is
        needed, since candidates of the contract were believed that fail."""
        claims = self._of(walked, ())
        self._known.facts, self._known.flow = claims.facts_of_two, walked.region.flow
        questions = list(claims.questions(walked.back, self._two))
        candidates = [one for one in questions if one.claim.kind is not None and one.claim.kind.is_candidate]
        failed = {
            one.claim.loc for one in candidates if self._settling.answer(one.question, shapes=False) != Settled()
        }  # fmt: skip
        self._walks.rejected |= failed
        if failed:
            return False
        for one in questions:
            if one not in candidates:
                self._answer(one, walked)
        return True

    @contextmanager
    def in_interval(self, walked: WalkedRegion, same: Sequence[SameRounds]) -> Iterator[None]:
        """Settle the barrier invariants at the end of an interval; what is claimed in it is known then, and what is the
        `same` behind loops."""
        earlier = self._known.behind(walked.region.start)
        claims = self._of(walked, earlier)
        for one in claims.questions(walked.back, self._two):
            self._answer(one, walked)
        with self._known.in_interval(walked.region, [*claims.facts_of_two, *same], earlier):
            yield

    def may_be_fulfilled(self, assumed: Sequence[TermValue]) -> bool:
        """May there be a launch of which all that is assumed holds, for each thread?"""
        if not assumed or self._settling.refuted(assumed):
            return not assumed
        both = [*assumed, *(self._unknowns.of_another(one, TwoThreads.OF_BLOCK) for one in assumed)]
        if not self._settling.refuted([*self._two, *both]):
            return True
        alone = (terms.equal(self._shape.values[Builtin.BLOCK_DIM, axis], 1, I32) for axis in range(3))
        return not self._settling.refuted([*assumed, *alone])

    @property
    def _two(self) -> tuple[TermValue, ...]:
        return self._shape.facts_of(TwoThreads.OF_BLOCK, self._unknowns)

    def _of(self, walked: WalkedRegion, earlier: Sequence[TermValue]) -> ContractProof:
        return ContractProof(
            self._unknowns, walked.region, walked.plans, walked.trace, self._settling.facts, earlier
        )  # fmt: skip

    def _answer(self, one: ClaimQuestion, walked: WalkedRegion) -> None:
        """If the question is about another round of a loop, a line that does not overflow does not do so there."""
        settling, loop = self._settling, walked.region.loop_of(one.claim.block)
        overflows, wrapping = settling.overflows, settling.wrapping
        if one.again is not None and loop is not None:
            inside = [one.again(a) for a in walked.trace.arithmetic if a.block in loop.blocks]
            more = {p.text: p for p in no_overflow(inside, settling.overflows_anyway)}
            settling.overflows = [p.and_also(more[p.text]) if p.text in more else p for p in overflows]
            settling.wrapping = wrapping | {w for w in map(one.moved, wrapping) if isinstance(w, Term)}
        try:
            is_seen = one.claim.kind is not None and one.claim.text != NOT_ACCESSED
            settle = self._settle_claim if is_seen else self._settle
            settle(one.question, "assertion", one.text, (one.claim.loc,))
        finally:
            settling.overflows, settling.wrapping = overflows, wrapping
