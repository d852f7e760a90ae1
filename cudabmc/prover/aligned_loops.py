"""Loops of two kernels that go on together: a thread of each, in the same round, or several rounds of one in each of
the other.

    for (k = 0; k < n; k++)                    for (tile = 0; tile < n / 16; tile++)
        sum += a[k] * b[k];                        for (k = 0; k < 16; k++)
                                                       sum += a[16 * tile + k] * b[16 * tile + k];

Both have a condition at their heads and no other end. If it is the same for both in any round, so is the number of
their rounds. Here 16 rounds of the first go with one of the second, whose inner loop is unrolled: the first goes on
for 16 rounds where the second does for one, and ends where it ends, if n is a multiple of 16. What such loops compute
is the same in each round if it is in front of them, and if the rounds that go together make the same of the same: then
one unknown stands for both.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.prover.events import MemoryAccess, RegisterValue
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.loop_ends import LoopEnd, ended, ends_at_head, outermost
from cudabmc.prover.matching import parts
from cudabmc.prover.pair_shapes import multiples_of
from cudabmc.prover.pair_threads import walking
from cudabmc.prover.places import PlaceSet
from cudabmc.prover.rounds_in_step import InStep, PairOfRounds, some_rounds
from cudabmc.prover.same_values import PairCase, SameValues
from cudabmc.terms import Kind, Term, TermValue

MOST_IN_STEP = 32
"""So many rounds of a loop may go with one of another one."""


class AlignedLoops:
    """Of a thread of each kernel, that of the second one `at` coordinates made of those of the first."""

    def __init__(
        self, same: SameValues, mine: LeftByKernel, yours: LeftByKernel, at: Mapping[Term, TermValue]
    ) -> None:  # fmt: skip
        self._same = same
        self._mine = mine
        self._yours = yours
        self._at = at

    def are_in(self, value: TermValue) -> bool:
        """Is a value of one of the kernels made of what a loop computes that a thread has left?"""
        unknowns = terms.free_vars(value) if isinstance(value, Term) else ()
        return any(
            end is not None and any(unknown in unknowns for _, unknown in end.unknowns())
            for kernel in (self._mine, self._yours) for end in (ends_at_head(kernel, h) for h in outermost(kernel))
        )

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
        apart = terms.lnot(terms.apply(Op.EQ, BOOL, BOOL, (first.goes_on, you.of(second.goes_on))))
        there = you.of(second.at_head)
        return rounds if begins and self._same.never(case.and_also(there), apart) else None

    def in_step(self, mine: int, yours: int) -> InStep | None:
        """How the rounds of two loops go together; None if they may part."""
        if self.together(mine, yours) is not None:
            return InStep(1, 1)
        first, second = ends_at_head(self._mine, mine), ends_at_head(self._yours, yours)
        if first is None or second is None:
            return None
        for steps in self._steps((mine, yours), (first, second)):
            if self._go_in_step(first, second, steps):
                return steps
        return None

    def _steps(self, heads: tuple[int, int], ends: tuple[LoopEnd, LoopEnd]) -> Iterator[InStep]:
        """How rounds may go together: as far as their counters move apart, or as often as a number is divided by that
        they count to."""
        plans = [each.walked.plans.plans[head] for each, head in zip((self._mine, self._yours), heads, strict=True)]
        one, other = ({move for move in plan.moves.values() if type(move) is int} for plan in plans)
        found = {InStep(b // a, 1): None for a in one for b in other if a and b % a == 0}
        found |= {InStep(1, a // b): None for a in one for b in other if b and a % b == 0}
        divisors = [set(_divisors(end.goes_on)) for end in ends]
        found |= {InStep(size, 1): None for size in divisors[1]}
        found |= {InStep(1, size): None for size in divisors[0]}
        for steps in found:
            if 1 < max(steps.mine, steps.yours) <= MOST_IN_STEP:
                yield steps

    def _go_in_step(self, first: LoopEnd, second: LoopEnd, steps: InStep) -> bool:
        """Do rounds go together? The loop with more of them goes on through all of these where the other one does, and
        ends in front of them where that ends."""
        pair = self._rounds(first, second, steps, {})
        if pair is None:
            return False
        begin, goes_on, passed = pair.case(0), pair.few.goes_on[0], list[TermValue]()
        begins = begin.and_also(*pair.before[:1], pair.first.at_head[0])
        if not self._same.never(begins, terms.lnot(pair.before[1])):
            return False
        begin = begin.and_also(*pair.before, pair.few.at_head[0])
        shapes = multiples_of(self._mine, max(steps.mine, steps.yours))
        ends = terms.lnot(goes_on), pair.many.goes_on[0]
        if not self._same.never(begin.and_also(pair.many.at_head[0]), *ends, shapes=shapes):
            return False
        for number, (at_head, more) in enumerate(zip(pair.many.at_head, pair.many.goes_on, strict=True)):
            case = pair.case(number).and_also(*pair.before, pair.few.at_head[0], goes_on, *passed, at_head)
            if not self._same.never(case, terms.lnot(more), shapes=shapes):
                return False
            passed += [at_head, more]
        return True

    def _rounds(
        self, first: LoopEnd, second: LoopEnd, steps: InStep, supposed: Mapping[Term, TermValue]
    ) -> PairOfRounds | None:  # fmt: skip
        """Rounds of both loops that go together; None if that is not told."""
        few = first.rounds if steps.mine == 1 else second.rounds
        begin = terms.apply(Op.MUL, I64, I64, (few, max(steps.mine, steps.yours)))
        mine = some_rounds(self._mine, first, {}, begin if steps.mine > 1 else few, steps.mine)
        at = {**self._at, **supposed}
        yours = some_rounds(self._yours, second, at, begin if steps.yours > 1 else few, steps.yours)
        if mine is None or yours is None:
            return None
        before = mine.threads[0].of(first.before), yours.threads[0].of(second.before)
        return PairOfRounds(mine, yours, steps, before)

    def alike_behind(self, write: MemoryAccess, twin: MemoryAccess) -> dict[Term, TermValue]:
        """What the registers of loops hold that are over when two threads come to their writes, as those of the first
        kernel. Loops are paired in their order."""
        heads = [outermost(each) for each in (self._mine, self._yours)]
        found: dict[Term, TermValue] = {}
        if len(heads[0]) != len(heads[1]):
            return found
        for mine, yours in zip(*heads, strict=True):
            around = [
                each.walked.region.loop_of(one.block)
                for each, one in ((self._mine, write), (self._yours, twin))
            ]
            steps = None
            if around == [None, None] and self._is_passed(mine, write):
                steps = self.in_step(mine, yours)
            if steps is not None:
                first, second = ends_at_head(self._mine, mine), ends_at_head(self._yours, yours)
                assert first is not None and second is not None, "they go on together"
                alike = self._alike(first, second, steps, found)
                found |= {second.rounds: steps.second_round(first.rounds), **alike}
        return found

    def _is_passed(self, head: int, write: MemoryAccess) -> bool:
        """Has a thread surely come to a loop that comes to a write?"""
        visit, me = self._mine.walked.plans.visited(head), walking(self._mine)
        return visit is not None and self._same.never(
            PairCase((me,), (*me.facts, write.where)), terms.lnot(visit.first.reach)
        )

    def _alike(
        self, first: LoopEnd, second: LoopEnd, steps: InStep, known: Mapping[Term, TermValue]
    ) -> dict[Term, TermValue]:  # fmt: skip
        """The unknowns of the second loop that hold what those of the first do, where rounds that go together begin."""
        found: dict[Term, TermValue] = {}
        for register, value in first.unknowns():
            for other, twin in second.unknowns():
                supposed = {**known, **found, twin: value}
                if value.sort != twin.sort or twin in found:
                    continue
                if self._stay_alike((first, second), (register, other), steps, supposed):
                    found[twin] = value
                    break
        return found

    def _stay_alike(
        self, ends: tuple[LoopEnd, LoopEnd], registers: tuple[int, int], steps: InStep,
        supposed: Mapping[Term, TermValue],
    ) -> bool:  # fmt: skip
        """Do registers hold the same in front of the loops, and then behind rounds that go together if they do before
        them?"""
        (first, second), (register, other) = ends, registers
        pair = self._rounds(first, second, steps, supposed)
        if pair is None:
            return False
        case = pair.case(0).and_also(*pair.before)
        starts = pair.first.begins(register, first), pair.second.begins(other, second)
        if not self._are_equal(starts, case):
            return False
        many, few = (register, other) if steps.mine > 1 else (other, register)
        left = pair.few.values[0].get(few)
        for number in reversed(range(len(pair.many.threads))):
            self._same.begin()
            case = pair.case(number).and_also(*pair.before, pair.few.at_head[0], pair.few.goes_on[0])
            case = case.and_also(pair.many.at_head[number], pair.many.goes_on[number])
            value, hole = pair.many.values[number].get(many), pair.many.holes.get(many)
            if number:  # what the rounds in front of it have left is compared then
                case = replace(case, hole=hole)
            if not self._are_equal((value, left), case):
                return False
            if number:
                left = case.filled_in[0] if case.filled_in else None
        return True

    def _are_equal(self, pair: tuple[RegisterValue | None, RegisterValue | None], case: PairCase) -> bool:
        one, other = pair
        if one is None or other is None or isinstance(one, PlaceSet) or isinstance(other, PlaceSet):
            return False
        return self._same.equal(one, other, case)


def _divisors(value: TermValue) -> Iterator[int]:
    """The numbers by which something is divided in a value."""
    for part in parts([value]):
        divisor = part.args[1].params[0] if len(part.args) == 2 and part.args[1].kind is Kind.CONST else None
        if part.kind in (Kind.SDIV, Kind.UDIV) and type(divisor) is int:
            yield divisor
        elif part.kind in (Kind.LSHR, Kind.ASHR) and type(divisor) is int:
            yield 1 << divisor
