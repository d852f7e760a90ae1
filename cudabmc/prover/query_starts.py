"""Queries that begin alike: what they share is translated once.

Most questions of a proof say the same of launches, threads and loops first, and differ in their last conditions. The
translation depends on what has been told before, so that whole beginnings are shared, and no other parts.
"""

from collections.abc import Sequence
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.prover.integers import ExactResult, IntegerQuery, Overlap
from cudabmc.terms import TermValue

Told = TermValue | tuple[Overlap, ...]
"""A condition that holds, or accesses two of which meet."""

MOST_LINES = 8
"""Sequences of queries that are kept, each with other results that do not overflow."""

MOST_STARTS = 4
"""Beginnings that are kept of one."""


@dataclass(slots=True, eq=False)
class _Line:
    """Queries about the same `exact` results, one after the other: what the last one was told, and translations of some
    of its beginnings, by their lengths."""

    exact: tuple[ExactResult, ...]
    products: bool
    told: tuple[Told, ...] = ()
    starts: dict[int, IntegerQuery] = field(default_factory=dict)


class QueryStarts:
    """Makes queries. What is told in the same order as before is not translated again."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []  # the one used last is the last

    def query(self, told: Sequence[Told], exact: Sequence[ExactResult] = (), *, products: bool = False) -> IntegerQuery:
        """A query that supposes exact results and was told all of this, and that the caller may go on with."""
        line = self._line_of(tuple(exact), products)
        told = tuple(told)
        common = _common_length(line.told, told)
        for length in [length for length in line.starts if length > common]:
            del line.starts[length]
        begun = max(line.starts, default=0)
        query = line.starts[begun].copy() if begun else self._new(line)
        _tell(query, told[begun:common])
        if common > begun:
            if len(line.starts) == MOST_STARTS:
                del line.starts[begun]
            line.starts[common] = query
            query = query.copy()
        _tell(query, told[common:])
        line.told = told
        return query

    def _line_of(self, exact: tuple[ExactResult, ...], products: bool) -> _Line:
        found = next((one for one in self._lines if one.products == products and one.exact == exact), None)
        if found is None:
            found = _Line(exact, products)
            del self._lines[: 1 - MOST_LINES]
        else:
            self._lines.remove(found)
        self._lines.append(found)
        return found

    @staticmethod
    def _new(line: _Line) -> IntegerQuery:
        query = IntegerQuery(line.products)
        query.suppose(line.exact)
        return query


def _tell(query: IntegerQuery, told: Sequence[Told]) -> None:
    for one in told:
        if isinstance(one, tuple):
            query.add_overlaps(one)
        else:
            query.add(one)


def _common_length(before: Sequence[Told], now: Sequence[Told]) -> int:
    """How many of the first are the same."""
    count = 0
    for one, other in zip(before, now, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count
