"""Do two accesses meet? Many pairs of accesses are asked about at once, then in halves."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.prover.access_pairs import AccessPair, AccessPairs
from cudabmc.prover.additions import Additions, condition_of
from cudabmc.prover.contract_proof import KnownOfTwo
from cudabmc.prover.events import AccessKind, AtomicAddition, MemoryAccess
from cudabmc.prover.explaining import AskedAbout, Explaining
from cudabmc.prover.integers import Overlap
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.places import PointedObject
from cudabmc.prover.questions import ProofQuestion, Settled
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.source.location import Location
from cudabmc.terms import TermValue

MOST_OVERLAPS = 60
"""Pairs of accesses that are asked about at once."""

Settle = Callable[[ProofQuestion, str, str, tuple[Location, ...]], bool]
"""Settles the question whether a property is broken, or makes it a candidate: with a text, at some places."""

_Alike = list[AccessPair]
"""Pairs that meet in the same executions: the first one is asked about."""


class Races:
    """Looks for races between two threads."""

    def __init__(
        self, settling: Settling, unknowns: Unknowns, shape: AnyLaunch, settle: Settle,
        name_of: Callable[[PointedObject], str], known: KnownOfTwo, explaining: Explaining, *,
        same_value_races: bool, looked_for: bool,
    ) -> None:  # fmt: skip
        self._settling = settling
        self._unknowns = unknowns
        self._shape = shape
        self._settle = settle
        self._name_of = name_of
        self._known = known
        self._explaining = explaining
        self._same_value_races = same_value_races
        self._looked_for = looked_for
        self._tickets = Additions()

    def look(self, accesses: Sequence[MemoryAccess], two: TwoThreads, tickets: Additions) -> None:
        """Settle that no accesses of two threads meet, pair by pair if need be."""
        self._tickets = tickets
        for some in self._pairs(accesses, two):
            self._meet(some, two)

    def are_apart(self, accesses: Sequence[MemoryAccess], two: TwoThreads, tickets: Additions) -> bool:
        """Is it clear at once that no accesses of two threads meet? Otherwise nothing is said of any."""
        self._tickets = tickets
        found = []
        for some in self._pairs(accesses, two):
            question, begun = self._question(some, two), perf_counter()
            answer = self._settling.answer(question, shapes=False, soon=True)
            if not isinstance(answer, Settled):
                return False
            found.append((some, question, answer, perf_counter() - begun))
        for some, question, answer, seconds in found:
            self._need(answer, some, two)
            self._explain(some, two, question, answer, seconds)
        return True

    def _pairs(self, accesses: Sequence[MemoryAccess], two: TwoThreads) -> Iterator[list[_Alike]]:
        """The accesses that could meet, some in each question."""
        if not self._looked_for or False in self._shape.facts_of(two, self._unknowns):
            return  # or there is one thread
        same_block = two is not TwoThreads.OF_BLOCKS
        kept = accesses if self._same_value_races else different(accesses)
        kept = [access for access in kept if same_block or access.base[0] != "shared"]
        pairs = AccessPairs(
            self._unknowns, two, partial(_conflict, same_block=same_block),
            by_place=same_block and self._known.says_something, by_value=self._same_value_races,
        )  # fmt: skip
        some: list[_Alike] = []
        for alike in pairs.alike(kept):
            some.append(alike)
            if len(some) == MOST_OVERLAPS:
                yield some
                some = []
        if some:
            yield some
        if pairs.apart:
            self._explain([pairs.apart], two, ProofQuestion((), (), two), Settled(), 0.0)

    def _question(self, pairs: Sequence[_Alike], two: TwoThreads) -> ProofQuestion:
        threads = self._shape.facts_of(two, self._unknowns)
        overlaps = tuple(self._overlap(*alike[0], two) for alike in pairs)
        met = tuple((*threads, overlap.where) for overlap in overlaps[:1]) if len(overlaps) == 1 else ()
        return ProofQuestion(threads, overlaps, two, met)

    def _meet(self, pairs: list[_Alike], two: TwoThreads) -> None:
        """No two of these accesses meet."""
        question = self._question(pairs, two)
        if len(pairs) > 1:
            begun = perf_counter()
            answer = self._settling.answer(question, shapes=False, soon=True)
            if isinstance(answer, Settled):
                self._need(answer, pairs, two)
                self._explain(pairs, two, question, answer, perf_counter() - begun)
                return
            half = len(pairs) // 2
            self._meet(pairs[:half], two)
            self._meet(pairs[half:], two)
            return
        (alike,) = pairs
        a, b = alike[0]
        what = f"{_kind(a.how)} and {_kind(b.how)} of '{self._name_of(a.base)}' by {two.value} may race"
        if self._settle(question, "data-race", what, (a.loc, b.loc)):
            self._need(Settled(), pairs, two)

    def _need(self, answer: Settled, pairs: Sequence[_Alike], two: TwoThreads) -> None:
        """Report preconditions, and what tickets suppose that the pairs have."""
        taken = [ticket for alike in pairs for _, ticket in self._facts_of_tickets(*alike[0], two)]
        self._settling.need(Settled((*answer.needed, *map(condition_of, dict.fromkeys(taken)))))

    def _facts_of_tickets(
        self, a: MemoryAccess, b: MemoryAccess, two: TwoThreads
    ) -> Iterator[tuple[TermValue, AtomicAddition]]:  # fmt: skip
        return self._tickets.facts((a.offset, a.where), (b.offset, b.where), two, self._unknowns)

    def _explain(
        self, pairs: Sequence[_Alike], two: TwoThreads, question: ProofQuestion, answer: Settled, seconds: float
    ) -> None:  # fmt: skip
        every = [pair for alike in pairs for pair in alike]
        names = ", ".join(f"'{self._name_of(base)}'" for base in dict.fromkeys(a.base for a, _ in every))
        places = {access.loc for pair in every for access in pair}
        what = f"one of {len(every)} pairs of accesses to {names} by {two.value} may race"
        ordered = sorted(places, key=lambda loc: (loc.file, loc.line, loc.column))
        self._explaining.asked(AskedAbout("data-race", what, ordered), question, answer, seconds)

    def _overlap(self, a: MemoryAccess, b: MemoryAccess, two: TwoThreads) -> Overlap:
        where, offset = (self._unknowns.of_another(v, two) for v in (b.where, b.offset))
        both = terms.land(a.where, where)
        if two is not TwoThreads.OF_BLOCKS:
            both = terms.land(both, *self._known.at((a.block, a.index), (b.block, b.index)))
        both = terms.land(both, *(fact for fact, _ in self._facts_of_tickets(a, b, two)))
        mine, other = a.how.value, b.how.value
        if self._same_value_races and mine is not None and other is not None and a.size == b.size:
            same = self._unknowns.of_another(other, two) is mine
            if same:  # which is the same value in each byte, if they are the same bytes
                both = terms.land(both, terms.lnot(terms.apply(Op.EQ, BOOL, I64, (a.offset, offset))))
        return Overlap(both, a.offset, a.size, offset, b.size, a.scaled, b.scaled)


def different(accesses: Sequence[MemoryAccess]) -> list[MemoryAccess]:
    """The accesses, without reads where a write of the same thread goes to the same place."""
    written = {(a.base, a.offset, a.size, a.where) for a in accesses if a.how.writes and not a.how.atomic}
    found: dict[object, MemoryAccess] = {}
    for a in accesses:
        place = a.base, a.offset, a.size, a.where
        if a.how.writes or place not in written:
            found.setdefault((*place, a.how.writes, a.how.atomic, a.how.beyond_block), a)
    return list(found.values())


def _conflict(a: AccessKind, b: AccessKind, *, same_block: bool) -> bool:
    """May two accesses race, if they meet?"""
    if not a.writes and not b.writes:
        return False
    if a.atomic and b.atomic:
        return not (same_block or (a.beyond_block and b.beyond_block))
    return True


def _kind(access: AccessKind) -> str:
    if access.atomic:
        return "atomic access"
    return "write" if access.writes else "read"
