"""Shows that contracts hold: each claim of one thread, or of two of a block (`contracts.py`)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.contracts import ContractClaim, ContractKind
from cudabmc.prover.events import Arithmetic, ThreadState, ThreadTrace
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.loop_plans import Induction, LoopPlans
from cudabmc.prover.questions import ProofQuestion
from cudabmc.prover.same_rounds import SameRounds
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.prover.walk import without
from cudabmc.terms import Term, TermValue

Moved = Callable[[TermValue], TermValue]
"""A value of any round in another one."""


@dataclass(frozen=True, slots=True)
class ClaimQuestion:
    """What must be settled for a claim to hold; `text` says what is wrong otherwise. It may be about another round than
    that of the walk: then `moved` and `again` say what values, and arithmetic in the loop, are there."""

    claim: ContractClaim
    question: ProofQuestion
    text: str
    moved: Moved
    again: Callable[[Arithmetic], Arithmetic] | None = None


@dataclass(frozen=True, slots=True)
class FactOfTwo:
    """What a claim says of two threads of a block that come there in the same rounds."""

    claim: ContractClaim
    fact: TermValue

    def precedes(self, block: int, index: int, flow: ControlFlow) -> bool:
        """Has a thread that comes to an instruction been at the claim before, in the same rounds?"""
        at = self.claim.block
        return self.claim.index < index if at == block else flow.dominates(at, block)


@dataclass(slots=True)
class KnownOfTwo:
    """What is known of two threads of a block, mostly by contracts: `facts` of the region at hand, and those that are
    `earlier`, when the threads come there."""

    facts: Sequence[FactOfTwo | SameRounds] = ()
    flow: ControlFlow | None = None
    earlier: tuple[TermValue, ...] = ()

    @property
    def says_something(self) -> bool:
        """Is anything known of two threads that does not hold of all of a block?"""
        return bool(self.facts or self.earlier)

    def at(self, *places: tuple[int, int]) -> list[TermValue]:
        """What is known of threads that come to these places, each a block and an index there: nothing that threads
        come to later, which may rest on what is in question."""
        flow = self.flow
        found = (one for one in self.facts if flow and all(one.precedes(*place, flow) for place in places))
        return [*self.earlier, *(one.fact for one in found)]

    def behind(self, barrier: int | None) -> tuple[TermValue, ...]:
        """What is known of threads that come from a barrier, or to the start of the kernel."""
        flow = self.flow
        if barrier is None or flow is None:
            return ()
        claimed = (one for one in self.facts if isinstance(one, FactOfTwo))
        return tuple(one.fact for one in claimed if flow.dominates(one.claim.block, barrier))

    @contextmanager
    def in_interval(
        self, region: KernelPart, facts: Sequence[FactOfTwo | SameRounds], earlier: tuple[TermValue, ...]
    ) -> Iterator[None]:  # fmt: skip
        """An interval is at hand."""
        outer = self.facts, self.flow, self.earlier
        self.facts, self.flow, self.earlier = facts, region.flow, earlier
        yield
        self.facts, self.flow, self.earlier = outer


class ContractProof:
    """The claims of a walk through a region. `facts` hold of a thread, `earlier` of two threads of a block when they
    come to the region."""

    def __init__(
        self, unknowns: Unknowns, region: KernelPart, plans: LoopPlans, trace: ThreadTrace,
        facts: tuple[TermValue, ...], earlier: Sequence[TermValue] = (),
    ) -> None:  # fmt: skip
        self._unknowns = unknowns
        self._region = region
        self._plans = plans
        self._trace = trace
        self._facts = facts
        self._earlier = tuple(earlier)
        self.facts_of_two = [FactOfTwo(claim, self._fact_of_two(claim)) for claim in trace.claims if claim.others]

    def _fact_of_two(self, claim: ContractClaim) -> TermValue:
        if claim.kind is ContractKind.BARRIER and self._region.interval:
            return True  # it is about the next barrier
        met = (claim.where, self._another(claim.where), *self._same_rounds(claim, lambda value: value))
        mine = self._of_two(claim, lambda value: value)
        names = {_term(self._another(other)): value for other, value in claim.others.items()}
        theirs = terms.substitute(self._another(claim.cond), names)
        return terms.implies(terms.land(*met), terms.land(mine, theirs))

    def questions(
        self, back: Mapping[int, Sequence[ThreadState]], two: tuple[TermValue, ...]
    ) -> Iterator[ClaimQuestion]:  # fmt: skip
        """All that the claims take, from the jumps `back` of each loop; `two` hold of two threads of a block whatever
        contracts say. Barrier invariants are shown in intervals, and all others in the whole kernel."""
        for claim in self._trace.claims:
            if claim.kind is ContractKind.ASSUMED or (claim.kind is ContractKind.BARRIER) != self._region.interval:
                continue
            loop = self._region.loop_of(claim.block)
            inside: frozenset[int] = frozenset() if loop is None else loop.blocks
            known = (*two, *self._known(claim, inside))
            induction = None if loop is None else self._plans.induction(loop.head, back)
            if induction is None:
                yield self._question(claim, claim.where, lambda value: value, known, "may not hold")
                continue
            yield self._question(
                claim, induction.first_reach, induction.at_first, known, "may not hold in the first round", induction
            )
            if induction.end_reach is not None:
                text = "may not hold in a round though it held in the one before"
                held = (fact.fact for fact in self.facts_of_two if fact.claim.block in inside)
                known = (*known, *held)
                yield self._question(claim, induction.end_reach, induction.in_the_next, known, text, induction)

    def _known(self, claim: ContractClaim, inside: frozenset[int]) -> Iterator[TermValue]:
        """What is shown of two threads before they come to the loop around a claim, or to the claim itself."""
        yield from self._earlier
        for fact in self.facts_of_two:
            if fact.claim is claim:
                return
            if fact.claim.block not in inside:
                yield fact.fact

    def _question(
        self, claim: ContractClaim, reach: TermValue, moved: Moved, two: tuple[TermValue, ...], text: str,
        induction: Induction | None = None,
    ) -> ClaimQuestion:  # fmt: skip
        """Can the claim fail where a thread comes to the loop, or to the claim itself?"""
        path = True if induction is None else moved(without(claim.where, induction.reach))
        cond = self._of_two(claim, moved)
        text = claim.text or f"the {claim.what} {text}"
        again = None if induction is None else _of_another_round(reach, moved, induction.reach)
        if not claim.others:
            conditions = (*self._facts, reach, path, terms.lnot(cond))
            return ClaimQuestion(claim, ProofQuestion(conditions, met=((reach,),)), text, moved, again)
        met = (*two, reach, self._another(reach), *self._same_rounds(claim, moved))
        conditions = (*met, path, self._another(path), terms.lnot(cond))
        return ClaimQuestion(claim, ProofQuestion(conditions, (), TwoThreads.OF_BLOCK, (met,)), text, moved, again)

    def _of_two(self, claim: ContractClaim, moved: Moved) -> TermValue:
        """The condition, with the values of another thread in it."""
        values = {_term(moved(other)): self._another(moved(value)) for other, value in claim.others.items()}
        return terms.substitute(moved(claim.cond), values)

    def _same_rounds(self, claim: ContractClaim, moved: Moved) -> list[TermValue]:
        """Two threads are in the same round of each loop around the claim."""
        rounds = map(moved, self._plans.rounds_around(claim.block))
        return [terms.apply(Op.EQ, BOOL, I64, (count, self._another(count))) for count in rounds]

    def _another(self, value: TermValue) -> TermValue:
        return self._unknowns.of_another(value, TwoThreads.OF_BLOCK)


def _of_another_round(reach: TermValue, moved: Moved, known: TermValue) -> Callable[[Arithmetic], Arithmetic]:
    """Arithmetic of any round in another one, in which a thread comes to the head of the loop where `reach` holds."""

    def again(one: Arithmetic) -> Arithmetic:
        result = moved(one.result)
        if not isinstance(result, Term):
            return one
        where = terms.land(reach, moved(without(one.where, known)))
        return replace(one, where=where, fits=moved(one.fits), exact=moved(one.exact), result=result)

    return again


def _term(value: TermValue) -> Term:
    assert isinstance(value, Term)
    return value
