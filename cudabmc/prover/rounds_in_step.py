"""Rounds of a loop, one after the other, and those of two loops that go together: several of one with one of the other.

A round is what it makes of registers, with other values in the place of those that it begins with. So all that it is
made of must be told of each round: what is the same in all of them, the number of the round, and what the one before
has left.
"""

from collections.abc import Collection, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import RegisterValue
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.loop_ends import LoopEnd
from cudabmc.prover.pair_threads import PairedThread, walking
from cudabmc.prover.places import PlaceSet
from cudabmc.prover.same_values import PairCase
from cudabmc.prover.unknowns import Shared
from cudabmc.terms import Term, TermValue


@dataclass(frozen=True, slots=True)
class InStep:
    """So many rounds of the first loop go with so many of the second; one of both is 1."""

    mine: int
    yours: int

    def second_round(self, first: TermValue) -> TermValue:
        """The round of the second loop that begins, or ends the loop, where one of the first does."""
        if self.mine > 1:
            return terms.apply(Op.UDIV, I64, I64, (first, self.mine))
        return terms.apply(Op.MUL, I64, I64, (first, self.yours))


@dataclass(frozen=True, slots=True)
class SomeRounds:
    """Rounds of a loop, one after the other: the thread in each, what is known at the head in each, whether it goes on
    there, and what registers hold behind each, if that is told. The first round makes that of what they held in front
    of it, each other one of what the round before has left, for which the `holes` stand."""

    threads: tuple[PairedThread, ...]
    at_head: tuple[TermValue, ...]
    goes_on: tuple[TermValue, ...]
    values: tuple[Mapping[int, TermValue], ...]
    holes: Mapping[int, Term]

    def begins(self, register: int, end: LoopEnd) -> RegisterValue | None:
        """What a register holds in front of the loop."""
        value = end.first.get(register)
        return value if value is None or isinstance(value, PlaceSet) else self.threads[0].of(value)


@dataclass(frozen=True, slots=True)
class PairOfRounds:
    """Rounds of two loops that go together, and where threads come to them."""

    first: SomeRounds
    second: SomeRounds
    steps: InStep
    before: tuple[TermValue, TermValue]

    @property
    def few(self) -> SomeRounds:
        """Those of the loop with one of them."""
        return self.first if self.steps.mine == 1 else self.second

    @property
    def many(self) -> SomeRounds:
        """Those of the other one."""
        return self.second if self.steps.mine == 1 else self.first

    def case(self, number: int) -> PairCase:
        """A thread in the one round, and one in a round of the others."""
        mine, yours = (number, 0) if self.steps.mine > 1 else (0, number)
        threads = self.first.threads[mine], self.second.threads[yours]
        return PairCase(threads, tuple(fact for thread in threads for fact in thread.facts))


def some_rounds(
    kernel: LeftByKernel, end: LoopEnd, at: Mapping[Term, TermValue], first: TermValue, count: int
) -> SomeRounds | None:  # fmt: skip
    """`count` rounds of a loop from one on, where some unknowns are those of another thread. None if the loop goes on
    by more than is told of these rounds."""
    after = {register: value for register, value in end.after.items() if not isinstance(value, PlaceSet)}
    unknowns = dict(end.unknowns())
    if count > 1:
        unknowns = _told(unknowns, after, kernel, end)
        if not _is_of_rounds(end.goes_on, kernel, end, unknowns.values()):
            return None
        after = {register: value for register, value in after.items() if register in unknowns}
    holes = {r: kernel.unknowns.earlier(u, "any") for r, u in unknowns.items()}
    known: dict[Term, TermValue] = {**at, end.rounds: first}
    threads, at_head, goes_on = list[PairedThread](), list[TermValue](), list[TermValue]()
    values = list[Mapping[int, TermValue]]()
    for number in range(count):
        thread = walking(kernel, known)
        threads.append(thread)
        head = [
            part for part in _conjuncts(end.at_head)
            if not number or _is_of_rounds(part, kernel, end, unknowns.values())
        ]  # fmt: skip
        at_head.append(terms.land(*map(thread.of, head)))
        goes_on.append(thread.of(end.goes_on))
        values.append({
            register: walking(kernel, {**known, **_only(register, unknowns, holes)} if number else known).of(value)
            for register, value in after.items()
        })  # fmt: skip
        behind = {unknown: thread.of(after[register]) for register, unknown in unknowns.items() if register in after}
        known = {**known, **behind, end.rounds: terms.apply(Op.ADD, I64, I64, (first, number + 1))}
    return SomeRounds(tuple(threads), tuple(at_head), tuple(goes_on), tuple(values), holes)


def _only(register: int, unknowns: Mapping[int, Term], holes: Mapping[int, Term]) -> dict[Term, TermValue]:
    return {unknowns[register]: holes[register]} if register in unknowns else {}


def _told(
    unknowns: Mapping[int, Term], after: Mapping[int, TermValue], kernel: LeftByKernel, end: LoopEnd
) -> dict[int, Term]:  # fmt: skip
    """The unknowns of a loop of which a round tells what it leaves: it makes that of such unknowns alone."""
    found = {register: unknown for register, unknown in unknowns.items() if register in after}
    while True:
        left = {r: u for r, u in found.items() if _is_of_rounds(after[r], kernel, end, found.values())}
        if left == found:
            return found
        found = left


def _is_of_rounds(value: TermValue, kernel: LeftByKernel, end: LoopEnd, unknowns: Collection[Term]) -> bool:
    """Is a value made of what is the same in all rounds, the number of the round, and unknowns that hold what the round
    before has left?"""
    if not isinstance(value, Term):
        return True
    kept = {*kernel.coordinates.values(), *kernel.kept_contents, end.rounds, *unknowns}
    return all(one in kept or kernel.unknowns.shared(one) is Shared.GRID for one in terms.free_vars(value))


def _conjuncts(value: TermValue) -> Sequence[TermValue]:
    return terms.conjuncts(value) if isinstance(value, Term) else (value,)
