"""Linear forms over integers: a constant and a coefficient for each of some atoms."""

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

Bound = int | None
"""An integer, or None for no bound."""


class Linear(NamedTuple):
    """`constant` plus the sum of coefficient * atom, over (atom, coefficient) pairs that are sorted by atom and have no
    coefficient 0. An atom is the number of an integer unknown. It is a tuple since many are made, and compared."""

    constant: int
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def is_constant(self) -> bool:
        """Is it a number?"""
        return not self.pairs

    def plus(self, other: "Linear", factor: int = 1) -> "Linear":
        """self + factor * other."""
        if not other.pairs or not self.pairs:
            pairs = self.pairs or other.times(factor).pairs
            return Linear(self.constant + factor * other.constant, pairs)
        coefficients = dict(self.pairs)
        for atom, coefficient in other.pairs:
            coefficients[atom] = coefficients.get(atom, 0) + factor * coefficient
        return of(self.constant + factor * other.constant, coefficients)

    def times(self, factor: int) -> "Linear":
        """factor * self."""
        return Linear(self.constant * factor, tuple((a, c * factor) for a, c in self.pairs)) if factor else Linear(0)

    def multiplicity(self, part: "Linear") -> int:
        """How often a form has the unknowns of another one; 0: not at all, or not all of them as often."""
        found = dict(self.pairs)
        often = {divmod(found.get(atom, 0), coefficient) for atom, coefficient in part.pairs}
        times, rest = often.pop() if len(often) == 1 else (0, 0)
        return 0 if rest else times

    def primitive(self) -> tuple[int, "Linear"]:
        """The form without its constant as factor * form, where the form has coefficients without a common factor, the
        first of which is positive. It must not be constant."""
        factor = gcd(*(c for _, c in self.pairs))
        if self.pairs[0][1] < 0:
            factor = -factor
        return factor, Linear(0, tuple((a, c // factor) for a, c in self.pairs))


def of(constant: int, coefficients: Mapping[int, int]) -> Linear:
    """The form with these coefficients."""
    return Linear(constant, tuple(sorted((a, c) for a, c in coefficients.items() if c)))


def atom(number: int) -> Linear:
    """An unknown as a form."""
    return Linear(0, ((number, 1),))


def product_bounds(a: tuple[Bound, Bound], b: tuple[Bound, Bound]) -> tuple[Bound, Bound]:
    """Bounds of the product of two numbers within bounds."""
    if None in a or None in b:
        if a[0] is not None and b[0] is not None and a[0] >= 0 and b[0] >= 0:
            return a[0] * b[0], None
        return None, None
    corners = [x * y for x in a for y in b]  # type: ignore[operator]
    return min(corners), max(corners)
