"""Conditions about all indices of a range, and sums over ranges, as unknowns with a definition.

    for all i in 0..n: a[i] >= 0      q: where it holds, the body does for each index; else there is a witness
    sum of f(k) for k in i..j         P[j] - P[i], where P[k + 1] == P[k] + f(k) for an array P

Formulas have no quantifiers: a query gets the instances that its own elements suggest (`instances.py`). Two places that
say the same have the same unknown.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64, IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.matching import patterns_of
from cudabmc.terms import ArraySort, Term, TermValue

FARTHEST = 1 << 47
"""Indices beyond have no element in any object."""

LARGEST_END = 1 << 31
"""Sums of 32-bit numbers for indices from 0 to below this one have less than 64 bits."""

ChangeOfValues = Callable[[TermValue], TermValue]


@dataclass(frozen=True, slots=True)
class BoundIndex:
    """Any number (I64) from `low` to below `high`."""

    var: Term
    low: TermValue
    high: TermValue

    def contains(self, value: TermValue) -> TermValue:
        """Is a number in the range?"""
        return terms.land(_at_most(self.low, value), terms.apply(Op.SLT, BOOL, I64, (value, self.high)))


@dataclass(frozen=True, slots=True)
class ForAll:
    """`body` holds for all `indices`, of which each may depend on those before it. If not, it does not hold for the
    `witnesses`."""

    indices: tuple[BoundIndex, ...]
    body: TermValue
    witnesses: tuple[Term, ...]

    def at(self, values: tuple[TermValue, ...]) -> tuple[TermValue, TermValue]:
        """Are these indices in their ranges, not beyond all elements, and does the body hold for them?"""
        given = dict(zip((index.var for index in self.indices), values, strict=True))
        near = (_is_near(value) for value in values)
        return terms.land(self._contains(given), *near), terms.substitute(self.body, given)

    def fails(self) -> TermValue:
        """The body does not hold for the witnesses. They name elements that there are, if they name any."""
        given: dict[Term, TermValue] = dict(zip((index.var for index in self.indices), self.witnesses, strict=True))
        near = (_is_near(given[one.var]) for one in self.indices if patterns_of(one.var, self.body))
        return terms.land(self._contains(given), *near, terms.lnot(terms.substitute(self.body, given)))

    def _contains(self, given: Mapping[Term, TermValue]) -> TermValue:
        return terms.land(*(terms.substitute(one.contains(given[one.var]), given) for one in self.indices))

    def mapped(self, change: ChangeOfValues) -> "ForAll":
        """The same of other unknowns."""
        indices = (replace(one, low=change(one.low), high=change(one.high)) for one in self.indices)
        witnesses = tuple(one for one in map(change, self.witnesses) if isinstance(one, Term))
        return ForAll(tuple(indices), change(self.body), witnesses)


@dataclass(frozen=True, slots=True)
class PartialSums:
    """An array of sums of `body` (I32, signed), for indices (64 bits) from 0 to `LARGEST_END`: element k + 1 is element
    k and what the body is for k. Its elements are as wide as such sums are."""

    var: Term
    body: TermValue

    def added(self, value: TermValue) -> TermValue:
        """What is added for an index, with 64 bits."""
        return terms.apply(Op.SEXT, I64, I32, (terms.substitute(self.body, {self.var: value}),))

    def mapped(self, change: ChangeOfValues) -> "PartialSums":
        """The same of other unknowns."""
        return PartialSums(self.var, change(self.body))

    @property
    def width(self) -> int:
        """The bits of the elements."""
        least, most = terms.signed_range(self.body, 32)
        return max(32, (LARGEST_END * max(-least, most)).bit_length()) + 1


def sum_before(sums: Term, index: TermValue) -> TermValue:
    """The sum for all indices from 0 to below one, with 64 bits."""
    assert isinstance(sums.sort, ArraySort)
    return terms.apply(Op.SEXT, I64, IntType(sums.sort.elem_width), (terms.select(sums, index),))


def sum_between(sums: Term, others: Term, low: TermValue, high: TermValue) -> TermValue:
    """The sum for all indices from one to below another. `others` are sums of any indices, without a bound."""
    told = terms.apply(Op.SUB, I64, I64, (sum_before(sums, high), sum_before(sums, low)))
    other = terms.apply(Op.SUB, I64, I64, (terms.select(others, high), terms.select(others, low)))
    is_told = terms.land(_at_most(0, low), _at_most(high, LARGEST_END))
    some = terms.apply(Op.SLT, BOOL, I64, (low, high))
    return terms.ite(some, terms.ite(is_told, told, other, I64), 0, I64)


Defined = ForAll | PartialSums


def _is_near(value: TermValue) -> TermValue:
    return terms.land(_at_most(-FARTHEST & (1 << 64) - 1, value), _at_most(value, FARTHEST))


def _at_most(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLE, BOOL, I64, (a, b))
