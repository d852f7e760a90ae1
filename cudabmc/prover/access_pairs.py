"""Pairs of accesses of two threads that could meet, without those that are seen to be apart, and those that are alike.

    RB[n * 7 + t] = ..., RB[n * 9 + t] = ...     t == t' is asked once for all that are as far from themselves,
                                                 and n * 2 + t' - t is never 0 if n is a number that no block has

The distance of two accesses is a form over unknowns of both threads (`integers.py`). If its bounds exclude that the
accesses meet, no solver is asked. Pairs that have the same distance, sizes and conditions meet in the same executions:
one stands for all. That an access lies in its object is not looked at here: what a thread accesses does.
"""

from collections.abc import Callable, Iterator, Sequence

from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import AccessKind, MemoryAccess
from cudabmc.prover.integers import IntegerQuery
from cudabmc.prover.linear import Linear
from cudabmc.prover.places import PointedObject
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.terms import TermValue

AccessPair = tuple[MemoryAccess, MemoryAccess]
"""An access of one thread, and one of the other."""


@dataclass(slots=True)
class _Alike:
    """Accesses to one object that differ by numbers alone: `members` tell how far the offset of each is from the form
    that all have, which is `mine` for the first thread, and `other` for the second one."""

    mine: Linear
    other: Linear
    where: TermValue
    size: int
    how: AccessKind
    members: list[tuple[int, int, MemoryAccess]]


class AccessPairs:
    """The pairs of some accesses that the solver is asked about."""

    def __init__(
        self, unknowns: Unknowns, two: TwoThreads, conflict: Callable[[AccessKind, AccessKind], bool], *,
        by_place: bool, by_value: bool,
    ) -> None:  # fmt: skip
        """Pairs in `conflict` count. Accesses are not alike at different places, if more is known `by_place`, nor with
        different values, if those matter."""
        self._unknowns = unknowns
        self._two = two
        self._conflict = conflict
        self._by_place = by_place
        self._by_value = by_value
        self._query = IntegerQuery()
        self.apart: list[AccessPair] = []
        """Those that are seen to be apart, as far as pairs were asked for."""

    def alike(self, accesses: Sequence[MemoryAccess]) -> Iterator[list[AccessPair]]:
        """Pairs of accesses to one object that could meet; those of a list meet in the same executions."""
        by_base: dict[PointedObject, dict[object, _Alike]] = {}
        for access in accesses:
            self._add(access, by_base.setdefault(access.base, {}))
        for kinds in by_base.values():
            some = list(kinds.values())
            for position, kind in enumerate(some):
                for other in some[position:]:
                    if self._conflict(kind.how, other.how):
                        yield from self._pairs(kind, other)

    def _add(self, access: MemoryAccess, kinds: dict[object, _Alike]) -> None:
        offset = self._unknowns.of_another(access.offset, self._two)
        mine, other = (
            self._query.offset(value, access.size, scaled=access.scaled) for value in (access.offset, offset)
        )
        how = access.how
        place = (access.block, access.index) if self._by_place else None
        value = id(how.value) if self._by_value else None  # there are equal numbers that have different bytes
        key = (
            mine.pairs, other.pairs, access.where, access.size, how.writes, how.atomic, how.beyond_block, place, value
        )  # fmt: skip
        found = kinds.get(key)
        if found is None:
            found = _Alike(Linear(0, mine.pairs), Linear(0, other.pairs), access.where, access.size, how, [])
            kinds[key] = found
        found.members.append((mine.constant, other.constant, access))

    def _pairs(self, kind: _Alike, other: _Alike) -> Iterator[list[AccessPair]]:
        """The pairs of one kind of access and another one, by their distances."""
        low, high = self._query.bounds(kind.mine.plus(other.other, -1))
        least = None if high is None else -kind.size - high
        most = None if low is None else other.size - low
        found: dict[int, list[AccessPair]] = {}
        for position, (mine, _, access) in enumerate(kind.members):
            for _, theirs, second in other.members if kind is not other else kind.members[position:]:
                away = mine - theirs
                if (least is None or least < away) and (most is None or away < most):
                    found.setdefault(away, []).append((access, second))
                else:
                    self.apart.append((access, second))
        yield from found.values()
