"""Walks through regions of a kernel, again and again, until what can be learned of their loops is known."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cudabmc import terms
from cudabmc.kernel.uniformity import Divergence
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.barrier_facts import FactOfAll
from cudabmc.prover.contract_words import Believed
from cudabmc.prover.events import ContentsOf, ThreadState, ThreadTrace
from cudabmc.prover.explaining import Explaining
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.loop_plans import Counter, LoopPlans
from cudabmc.prover.memory_use import MemoryUse
from cudabmc.prover.permissions import Permission
from cudabmc.prover.preconditions import SizeParameter, no_overflow, room_for_steps
from cudabmc.prover.questions import LITTLE_WORK, Open, Precondition, ProofQuestion, Settled
from cudabmc.prover.settling import Settling
from cudabmc.prover.tables import Tables
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.prover.walk import Walk
from cudabmc.prover.walked_pointers import walked
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue

MOST_WALKS = 8
"""Rounds of learning about the loops of a region."""


@dataclass(frozen=True, slots=True)
class WalkedRegion:
    """The last walk through a region, with its jumps `back` to the heads of loops."""

    region: KernelPart
    plans: LoopPlans
    trace: ThreadTrace
    back: Mapping[int, Sequence[ThreadState]]


class RegionWalks:
    """Takes a thread through regions of one kernel. `parameters` and `sizes` are what preconditions and invariants may
    speak of. What is shown of a region goes to `settling`, why nothing is known of it to `reasons`."""

    def __init__(
        self, tables: Tables, shape: AnyLaunch, unknowns: Unknowns, settling: Settling,
        parameters: Sequence[SizeParameter], sizes: Sequence[int], reasons: list[str], explaining: Explaining,
        *, any_launch: bool,
    ) -> None:  # fmt: skip
        """Preconditions are offered for `any_launch`; in one at its place, those that are seen to hold are known."""
        self._tables = tables
        self._shape = shape
        self.unknowns = unknowns
        self.settling = settling
        self._solving = settling.solving
        self._parameter_values = parameters
        self._sizes = sizes
        self.reasons = reasons
        self.explaining = explaining
        self._any_launch = any_launch
        self.rejected: set[Location] = set()
        """Candidates of contracts that fail."""
        self.watched: MemoryUse | None = None
        """What is known of shared memory, for barrier invariants."""
        self.of_all: Mapping[int, Sequence[FactOfAll]] = {}
        """What these say of all threads that come from a barrier, by the block that it ends: those that stand in front
        of it on all ways. What stands behind it is what an interval is to show."""
        self.held: Mapping[int, Sequence[Permission]] = {}
        """What a thread that comes from a barrier may access, by the block that it ends."""

    def walked(
        self, region: KernelPart, entry: ThreadState, together: Mapping[Shared, Divergence], contents: ContentsOf,
        *, learn_only: bool = False, votes: frozenset[int] = frozenset(),
    ) -> WalkedRegion:  # fmt: skip
        """A region, with what can be learned of its loops; threads come `together` as in `LoopPlans`, and to `votes`
        as in `Walk`."""
        plans = LoopPlans(region, self.unknowns, together, self._sizes)
        of_all = () if region.start is None else tuple(self.of_all.get(region.start, ()))
        held = () if region.start is None else tuple(self.held.get(region.start, ()))

        def walk() -> Walk:
            plans.begin()
            made = Walk(
                self._tables, region, self._shape, self.unknowns, contents, plans.enter, plans.made, votes,
                Believed(None) if learn_only else Believed(self.rejected, self.watched, of_all, held),
            )  # fmt: skip
            made.run(entry)
            return made

        last = walk()
        for _ in range(MOST_WALKS):
            if not plans.learn(last.back):
                break
            last = walk()
        else:
            self.reasons.append("too little is known of the registers that a loop changes")
        if region.loops and not learn_only:
            if plans.remember(last.back):
                last = walk()
            if plans.guess(last.back, self.settling.holding, last.trace.branches):
                last = walk()
            if plans.straighten(last.back, self.settling.holding):
                last = walk()
            if self._count(plans, last):
                last = walk()
            self._suppose(plans, last)
            pointers = [counter for counter in plans.counters(last.back) if counter.is_pointer]
            last.trace.arithmetic += walked(last.trace.accesses, pointers)
        exact = {r.result for one in (*self.settling.shown, *self.settling.counts) for r in one.exact}
        last.trace.wrapping |= plans.closed_forms() - exact
        if not learn_only:
            self.explaining.loops(region, plans)
        return WalkedRegion(region, plans, last.trace, last.back)

    def _suppose(self, plans: LoopPlans, last: Walk) -> None:
        """Invariants of loops that hold if arithmetic does not overflow."""
        overflows = self._overflows(last.trace)
        supposed = [one.cond for one in (*self.settling.general, *overflows)]

        def holding(
            conditions: Sequence[TermValue], claims: Sequence[TermValue], assumed: Sequence[TermValue] = ()
        ) -> list[bool]:  # fmt: skip
            return self.settling.holding([*supposed, *conditions], claims, assumed)

        wrapping = frozenset(last.trace.wrapping | plans.closed_forms())
        for one in plans.supposed(last.back, holding) if overflows else ():
            (first, head, end), (begins, holds, again) = one.reaches, one.conditions
            needed: dict[str, Precondition] = {}
            for cannot_be in ((first, terms.lnot(begins)), (end, holds, terms.lnot(again))):
                question = ProofQuestion((*self.settling.facts, *cannot_be), wrapping=wrapping)
                answer = self._solving.settle(question, [*self.settling.general, *overflows])
                if isinstance(answer, Open):
                    break
                needed |= {need.text: need for need in answer.needed}
            else:
                holds_so = terms.land(terms.implies(head, holds), *(need.cond for need in needed.values()))
                self.explaining.supposed(one, needed.values())
                if needed:
                    self.settling.counts.append(Precondition(" && ".join(needed), holds_so))
                else:
                    self.settling.shown.append(Precondition("", holds_so))

    def _count(self, plans: LoopPlans, last: Walk) -> bool:
        """Show that counters do not overflow; is there one of which that is certain?"""
        certain = False
        for counter in plans.counters(last.back):
            steps = [
                one for one in last.trace.arithmetic
                if self._any_launch and one.signed and one.result is counter.values[True]
            ]  # fmt: skip
            certain |= self._count_one(plans, counter, no_overflow(steps, self.settling.overflows_anyway))
        return certain

    def _count_one(self, plans: LoopPlans, counter: Counter, overflows: Sequence[Precondition]) -> bool:
        """`overflows` say that its steps do not overflow, should there be no better reason."""
        step = counter.form[1]
        general, steps = self.settling.general, room_for_steps(step, self._parameter_values)
        # Few loops with steps of one come to the last number of their type.
        allowed = [general, steps] if step == 1 and type(step) is int else [[*general, *steps]]
        allowed += [list(overflows)] if overflows else []
        under: tuple[Precondition, ...] | None = None
        for signed in (True, False):
            exact, after = (counter.is_exact(signed=signed, after=later) for later in (False, True))
            question = ProofQuestion((*self.settling.facts, counter.reaches[1], exact, terms.lnot(after)))
            answer = self._solving.settle(question, *allowed, most=LITTLE_WORK, spent=0)
            if isinstance(answer, Settled) and not answer.needed:
                plans.keep(counter, exact)
                self.settling.shown.append(Precondition("", True, exact=counter.exact(signed=signed)))
                return True
            if isinstance(answer, Settled) and under is None:
                under, kept, results = answer.needed, exact, counter.exact(signed=signed)
        if under is not None:
            self.explaining.counted(counter, under)
            holds = terms.implies(counter.reaches[0], kept)
            text, supposed = " && ".join(one.text for one in under), terms.land(*(one.cond for one in under))
            cond = terms.land(holds, supposed)
            self.settling.counts.append(Precondition(text, cond, exact=results, besides=supposed))
        return False

    def suppose_exact(self, *traces: ThreadTrace) -> None:
        """Offer the preconditions that arithmetic on these ways does not overflow."""
        self.settling.overflows = self._overflows(*traces)
        self.settling.wrapping = set[Term]().union(*(trace.wrapping for trace in traces))

    def know(self, facts: Sequence[TermValue]) -> None:
        """More is known of all launches that count."""
        self._shape = replace(self._shape, facts=(*self._shape.facts, *facts))

    def _overflows(self, *traces: ThreadTrace) -> list[Precondition]:
        """The preconditions that arithmetic on these ways does not overflow."""
        arithmetic = [one for trace in traces for one in trace.arithmetic]
        found = no_overflow(arithmetic, self.settling.overflows_anyway)
        if self._any_launch:
            return found
        held = [one for one in found if self.settling.refuted([terms.lnot(one.cond)])]
        self.settling.shown += [Precondition("", one.cond) for one in held]
        return []
