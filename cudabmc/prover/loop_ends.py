"""Loops with one end, at their heads."""

from collections.abc import Iterator, Mapping

from cudabmc import terms
from cudabmc.goto.program import Branch
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import RegisterValue
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.terms import Kind, Term, TermValue


@dataclass(frozen=True, slots=True)
class LoopEnd:
    """A loop with one end, at its head: a thread comes to it where `before` holds, and to the head in any round where
    `at_head` does; it `goes_on` there if that holds. Rounds have the number `rounds`. Registers hold what is `first` in
    front of it, and `values` at its head; what they hold `after` a round is told if that has one end."""

    before: TermValue
    at_head: TermValue
    goes_on: TermValue
    rounds: Term
    first: Mapping[int, RegisterValue]
    values: Mapping[int, RegisterValue]
    after: Mapping[int, RegisterValue]

    def unknowns(self) -> Iterator[tuple[int, Term]]:
        """The registers of which nothing is known in a round but what the one before tells."""
        for register, value in self.values.items():
            if isinstance(value, Term) and value.kind is Kind.VAR:
                yield register, value


def ends_at_head(kernel: LeftByKernel, head: int) -> LoopEnd | None:
    """The end of a loop, if it has no other one; None else."""
    region, plans = kernel.walked.region, kernel.walked.plans
    loop, flow = region.loops[head], region.flow
    end, visit = flow.blocks[head].end, plans.visited(head)
    if head not in kernel.trace.branches or not isinstance(end, Branch) or plans.plans[head].once or visit is None:
        return None
    if sum(target in loop.blocks for target in (end.then, end.orelse)) != 1:
        return None
    for number in loop.blocks - {head}:
        block = flow.blocks[number]
        if not block.targets or any(target not in loop.blocks for target in block.targets):
            return None
    _, cond = kernel.trace.branches[head]
    goes_on = cond if end.then in loop.blocks else terms.lnot(cond)
    back = kernel.walked.back[head]
    after = back[0].registers if len(back) == 1 else {}
    first = visit.first.registers
    return LoopEnd(visit.first.reach, visit.head.reach, goes_on, visit.round, first, visit.values, after)


def outermost(kernel: LeftByKernel) -> list[int]:
    """The heads of loops that no other one is around, in their order."""
    return sorted(head for head, loop in kernel.walked.region.loops.items() if loop.outer is None)


def ended(kernel: LeftByKernel, block: int) -> Iterator[TermValue]:
    """What is known of loops that are over when a thread comes to a block: they end where their condition fails. Those
    in others are passed several times, and their unknowns stand for one of these."""
    region = kernel.walked.region
    around = region.loop_of(block)
    inside = set() if around is None else {loop.head for loop in region.encloses(around.head)}
    for head, loop in region.loops.items():
        if head not in inside and loop.outer is None and region.flow.number[head] < region.flow.number[block]:
            end = ends_at_head(kernel, head)
            if end is not None:
                yield terms.implies(end.before, terms.land(end.at_head, terms.lnot(end.goes_on)))
