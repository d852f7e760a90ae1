"""Shows that contracts hold: each claim of one thread, or of two of a block (`contracts.py`)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.contracts import ContractClaim, ContractKind
from cudabmc.prover.events import ThreadState, ThreadTrace
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.loop_plans import Induction, LoopPlans
from cudabmc.prover.questions import ProofQuestion
from cudabmc.prover.unknowns import Unknowns
from cudabmc.prover.walk import without
from cudabmc.terms import Term, TermValue

Moved = Callable[[TermValue], TermValue]
"""A value of any round in another one."""


@dataclass(frozen=True, slots=True)
class ClaimQuestion:
    """What must be settled for a claim to hold; `text` says what is wrong otherwise."""

    claim: ContractClaim
    question: ProofQuestion
    text: str


@dataclass(frozen=True, slots=True)
class ContractProof:
    """The claims of a walk through a region. `facts` hold of a thread."""

    unknowns: Unknowns
    region: KernelPart
    plans: LoopPlans
    trace: ThreadTrace
    facts: tuple[TermValue, ...]

    def facts_of_two(self) -> Iterator[TermValue]:
        """What is known of two threads of a block, by the claims that are about two."""
        for claim in self.trace.claims:
            if claim.others and (claim.kind is not ContractKind.BARRIER or not self.region.interval):
                met = (claim.where, *self._same_rounds(claim))
                where = terms.land(*met, *map(self._another, met))
                mine = self._of_two(claim, lambda value: value)
                other = terms.substitute(
                    self._another(claim.cond), {_term(self._another(o)): value for o, value in claim.others.items()}
                )
                yield terms.implies(where, terms.land(mine, other))

    def questions(
        self, back: Mapping[int, Sequence[ThreadState]], two: tuple[TermValue, ...]
    ) -> Iterator[ClaimQuestion]:  # fmt: skip
        """All that the claims take, from the jumps `back` of each loop; `two` hold of two threads of a block. Barrier
        invariants are shown in intervals, and all others in the whole kernel."""
        for claim in self.trace.claims:
            if (claim.kind is ContractKind.BARRIER) != self.region.interval:
                continue
            loop = self.region.loop_of(claim.block)
            induction = None if loop is None else self.plans.induction(loop.head, back)
            if induction is None:
                yield self._question(claim, claim.where, lambda value: value, two, "may not hold")
                continue
            yield self._question(
                claim, induction.first_reach, induction.at_first, two, "may not hold in the first round", induction
            )
            if induction.end_reach is not None:
                text = "may not hold in a round though it held in the one before"
                yield self._question(claim, induction.end_reach, induction.in_the_next, two, text, induction)

    def _question(
        self, claim: ContractClaim, reach: TermValue, moved: Moved, two: tuple[TermValue, ...], text: str,
        induction: Induction | None = None,
    ) -> ClaimQuestion:  # fmt: skip
        """Can the claim fail where a thread comes to the loop, or to the claim itself?"""
        path = True if induction is None else moved(without(claim.where, induction.reach))
        path = terms.land(path, moved(claim.given))
        cond = self._of_two(claim, moved)
        text = claim.text or f"the {claim.what} {text}"
        if not claim.others:
            conditions = (*self.facts, reach, path, terms.lnot(cond))
            return ClaimQuestion(claim, ProofQuestion(conditions, met=((reach,),)), text)
        rounds = map(moved, self._same_rounds(claim)) if induction is not None else self._same_rounds(claim)
        met = (*two, reach, self._another(reach), *rounds)
        conditions = (*met, path, self._another(path), terms.lnot(cond))
        return ClaimQuestion(claim, ProofQuestion(conditions, (), True, (met,)), text)

    def _of_two(self, claim: ContractClaim, moved: Moved) -> TermValue:
        """The condition, with the values of another thread in it."""
        values = {_term(moved(other)): self._another(moved(value)) for other, value in claim.others.items()}
        return terms.substitute(moved(claim.cond), values)

    def _same_rounds(self, claim: ContractClaim) -> list[TermValue]:
        """Two threads are in the same round of each loop around the claim."""
        rounds = self.plans.rounds_around(claim.block)
        return [terms.apply(Op.EQ, BOOL, I64, (count, self._another(count))) for count in rounds]

    def _another(self, value: TermValue) -> TermValue:
        return self.unknowns.of_another(value, same_block=True)


def _term(value: TermValue) -> Term:
    assert isinstance(value, Term)
    return value
