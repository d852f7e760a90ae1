"""Conditions about all indices of a range, and sums over ranges, as unknowns with a definition.

    for all i in 0..n: a[i] >= 0      an unknown q: if it holds, so does the body for each index; if not, there is a witness
    sum of f(k) for k in i..j         P[j] - P[i], where P[k + 1] == P[k] + f(k)

Formulas have no quantifiers: a query gets the instances that its own elements suggest (`instances.py`). Two places that
say the same have the same unknown.
"""

from collections.abc import Callable
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.late_dataclass import dataclass
from cudabmc.terms import Term, TermValue

FARTHEST = 1 << 47
"""Indices beyond have no element in any object."""

Change = Callable[[TermValue], TermValue]


@dataclass(frozen=True, slots=True)
class BoundIndex:
    """Any number (I64) from `low` to below `high`."""

    var: Term
    low: TermValue
    high: TermValue

    def contains(self, value: TermValue) -> TermValue:
        """Is a number in the range, which no element is beyond?"""
        near = terms.land(_at_most(-FARTHEST & (1 << 64) - 1, value), _at_most(value, FARTHEST))
        return terms.land(_at_most(self.low, value), terms.apply(Op.SLT, BOOL, I64, (value, self.high)), near)


@dataclass(frozen=True, slots=True)
class ForAll:
    """`body` holds for all `indices`, of which each may depend on those before it. If not, it does not hold for the
    `witnesses`."""

    indices: tuple[BoundIndex, ...]
    body: TermValue
    witnesses: tuple[Term, ...]

    def at(self, values: tuple[TermValue, ...]) -> tuple[TermValue, TermValue]:
        """Are these indices in their ranges, and does the body hold for them?"""
        given = dict(zip((index.var for index in self.indices), values, strict=True))
        inside = (
            terms.substitute(index.contains(value), given) for index, value in zip(self.indices, values, strict=True)
        )
        return terms.land(*inside), terms.substitute(self.body, given)

    def mapped(self, change: Change) -> "ForAll":
        """The same of other unknowns."""
        indices = (replace(one, low=change(one.low), high=change(one.high)) for one in self.indices)
        witnesses = tuple(one for one in map(change, self.witnesses) if isinstance(one, Term))
        return ForAll(tuple(indices), change(self.body), witnesses)


@dataclass(frozen=True, slots=True)
class PartialSums:
    """An array (64 bits) of sums of `body` (I32, signed): element k + 1 is element k and what the body is for k."""

    var: Term
    body: TermValue

    def at(self, value: TermValue) -> TermValue:
        """What is added for an index, with 64 bits."""
        return terms.apply(Op.SEXT, I64, I32, (terms.substitute(self.body, {self.var: value}),))

    def mapped(self, change: Change) -> "PartialSums":
        """The same of other unknowns."""
        return PartialSums(self.var, change(self.body))


Definition = ForAll | PartialSums


def _at_most(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLE, BOOL, I64, (a, b))
