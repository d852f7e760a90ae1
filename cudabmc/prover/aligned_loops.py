"""Loops of two kernels that go on together: a thread of each, in the same round.

Both have a condition at their heads and no other end. If it is the same for both in any round, so is the number of
their rounds. What such loops compute is the same in each round if it is in front of them, and if a round makes the same
of the same: then one unknown stands for both.
"""

from collections.abc import Iterator, Mapping

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Branch
from cudabmc.goto.types import BOOL
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import MemoryAccess, RegisterValue
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.pair_threads import walking
from cudabmc.prover.places import PlaceSet
from cudabmc.prover.same_values import PairCase, SameValues
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


class AlignedLoops:
    """Of a thread of each kernel, that of the second one `at` coordinates made of those of the first."""

    def __init__(
        self, same: SameValues, mine: LeftByKernel, yours: LeftByKernel, at: Mapping[Term, TermValue]
    ) -> None:  # fmt: skip
        self._same = same
        self._mine = mine
        self._yours = yours
        self._at = at

    def together(self, mine: int, yours: int) -> dict[Term, TermValue] | None:
        """The number of the round of the second loop, which is that of the first one; None if they may part."""
        first, second = ends_at_head(self._mine, mine), ends_at_head(self._yours, yours)
        if first is None or second is None:
            return None
        rounds: dict[Term, TermValue] = {second.rounds: first.rounds}
        me, you = walking(self._mine), walking(self._yours, {**self._at, **rounds})
        case = PairCase((me, you), (*me.facts, *you.facts, first.before, first.at_head))
        over = map(you.of, ended(self._yours, yours))
        begins = self._same.never(case.and_also(*over), terms.lnot(you.of(second.before)))
        parts = terms.lnot(terms.apply(Op.EQ, BOOL, BOOL, (first.goes_on, you.of(second.goes_on))))
        there = you.of(second.at_head)
        return rounds if begins and self._same.never(case.and_also(there), parts) else None

    def alike_behind(self, write: MemoryAccess, twin: MemoryAccess) -> dict[Term, TermValue]:
        """What the registers of loops hold that are over when two threads come to their writes, as those of the first
        kernel. Loops are paired in their order."""
        heads = [
            [head for head, loop in each.walked.region.loops.items() if loop.outer is None]
            for each in (self._mine, self._yours)
        ]
        found: dict[Term, TermValue] = {}
        if len(heads[0]) != len(heads[1]):
            return found
        for mine, yours in zip(*(sorted(some) for some in heads), strict=True):
            around = [
                each.walked.region.loop_of(one.block)
                for each, one in ((self._mine, write), (self._yours, twin))
            ]
            rounds = None
            if around == [None, None] and self._is_passed(mine, write):
                rounds = self.together(mine, yours)
            if rounds is not None:
                found |= rounds
                found |= self._alike(mine, yours, found)
        return found

    def _is_passed(self, head: int, write: MemoryAccess) -> bool:
        """Has a thread surely come to a loop that comes to a write?"""
        visit, me = self._mine.walked.plans.visited(head), walking(self._mine)
        return visit is not None and self._same.never(
            PairCase((me,), (*me.facts, write.where)), terms.lnot(visit.first.reach)
        )

    def _alike(self, mine: int, yours: int, known: Mapping[Term, TermValue]) -> dict[Term, TermValue]:
        """The unknowns of the second loop that hold what those of the first do, in each round."""
        first, second = ends_at_head(self._mine, mine), ends_at_head(self._yours, yours)
        assert first is not None and second is not None, "they go on together"
        found: dict[Term, TermValue] = {}
        for register, value in first.unknowns():
            for other, twin in second.unknowns():
                supposed = {**known, **found, twin: value}
                if value.sort != twin.sort or twin in found:
                    continue
                if self._stay_alike((first, second), (register, other), supposed):
                    found[twin] = value
                    break
        return found

    def _stay_alike(
        self, ends: tuple[LoopEnd, LoopEnd], registers: tuple[int, int], supposed: Mapping[Term, TermValue]
    ) -> bool:  # fmt: skip
        """Do registers hold the same in front of the loops, and then behind a round if they do before it?"""
        (first, second), (register, other) = ends, registers
        me, you = walking(self._mine), walking(self._yours, {**self._at, **supposed})
        before = PairCase((me, you), (*me.facts, *you.facts, first.before, you.of(second.before)))
        reached = (first.at_head, first.goes_on, you.of(second.at_head), you.of(second.goes_on))
        starts = first.first.get(register), second.first.get(other)
        ends_with = first.after.get(register), second.after.get(other)
        for (a, b), case in ((starts, before), (ends_with, before.and_also(*reached))):
            if a is None or b is None or isinstance(a, PlaceSet) or isinstance(b, PlaceSet):
                return False
            if not self._same.equal(a, you.of(b), case):
                return False
        return True
