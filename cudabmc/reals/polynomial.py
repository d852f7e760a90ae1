"""Polynomials over atoms, with rational coefficients: the normal form of sums and products of real numbers.

    (a + b) * 2 + c        2*a + 2*b + c

An atom is whatever is not looked into: an input, a square root, a condition. Conditions are 1 where they hold and 0
elsewhere, so that a power of one is that condition.
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import final

Monomial = tuple[tuple[int, int], ...]
"""Pairs of an atom and its exponent, which may be negative, sorted by atoms."""

ONE: Monomial = ()

Coefficient = int | Fraction

MOST_MONOMIALS = 4096
"""A product that would have more is an atom."""


@final
class Polynomial:
    """Made by `Polynomials` alone, one object for each: equality is identity."""

    __slots__ = ("monomials",)

    def __init__(self, monomials: dict[Monomial, Coefficient]) -> None:
        self.monomials = monomials

    @property
    def constant(self) -> Coefficient | None:
        """The number that it is, whatever the atoms are."""
        if not self.monomials:
            return 0
        return self.monomials.get(ONE) if len(self.monomials) == 1 else None

    @property
    def leading(self) -> Coefficient:
        """One of the coefficients, the same one for each multiple; the polynomial is not 0."""
        return self.monomials[min(self.monomials)]


class Polynomials:
    """Makes polynomials, and the atoms that they are about."""

    def __init__(self) -> None:
        self._known: dict[frozenset[tuple[Monomial, Coefficient]], Polynomial] = {}
        self._numbers: dict[Hashable, int] = {}
        self._keys: list[Hashable] = []
        self._conditions: set[int] = set()
        self.zero = self.of_number(0)
        self.one = self.of_number(1)

    def of(self, monomials: dict[Monomial, Coefficient]) -> Polynomial:
        """The polynomial with these coefficients, none of which is 0."""
        key = frozenset(monomials.items())
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Polynomial(monomials)
        return found

    def of_number(self, number: Coefficient) -> Polynomial:
        """A constant."""
        return self.of({ONE: _whole(number)} if number else {})

    def atom(self, key: Hashable, *, condition: bool = False) -> Polynomial:
        """The atom of this key."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
            if condition:
                self._conditions.add(number)
        return self.of({((number, 1),): 1})

    def key_of(self, polynomial: Polynomial) -> Hashable | None:
        """The key of the atom that a polynomial is; None if it is none."""
        if len(polynomial.monomials) == 1:
            ((monomial, coefficient),) = polynomial.monomials.items()
            if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1:
                return self._keys[monomial[0][0]]
        return None

    def add(self, a: Polynomial, b: Polynomial, factor: Coefficient = 1) -> Polynomial:
        """a + factor * b."""
        if len(a.monomials) < len(b.monomials) and factor == 1:
            a, b = b, a
        found = dict(a.monomials)
        _add(found, ((monomial, factor * coefficient) for monomial, coefficient in b.monomials.items()))
        return self.of(found)

    def subtract(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """a - b."""
        return self.zero if a is b else self.add(a, b, -1)

    def scale(self, a: Polynomial, factor: Coefficient) -> Polynomial:
        """factor * a."""
        if factor == 1:
            return a
        return self.of({m: _whole(factor * c) for m, c in a.monomials.items()} if factor else {})

    def unit(self, a: Polynomial) -> Polynomial:
        """The multiple of one that is not 0 whose leading coefficient is 1 or -1, with the same sign everywhere."""
        return self.scale(a, Fraction(1) / abs(Fraction(a.leading)))

    def multiply(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """a * b; an atom where that would have too many monomials."""
        for one, other in ((a, b), (b, a)):
            if one.constant is not None:
                return self.scale(other, one.constant)
        if len(a.monomials) * len(b.monomials) > MOST_MONOMIALS:
            return self.atom(("product", frozenset((a, b)) if a is not b else a))
        found: dict[Monomial, Coefficient] = {}
        for left, c in a.monomials.items():
            _add(found, ((self._product(left, right), c * d) for right, d in b.monomials.items()))
        return self.of(found)

    def inverse(self, a: Polynomial) -> Polynomial:
        """1 / a, where a is not 0. Of a sum it is an atom, and what all summands have in common stands before it."""
        common = self._common(a)
        back = self.of({tuple((atom, -exponent) for atom, exponent in common): 1})
        rest = self.multiply(a, back)
        if rest.constant is not None:
            return self.scale(back, Fraction(1) / rest.constant)
        factor = Fraction(1) / rest.leading
        return self.multiply(self.scale(self.atom(("inverse", self.scale(rest, factor))), factor), back)

    def _common(self, a: Polynomial) -> Monomial:
        """The largest monomial that divides all of a polynomial, without conditions."""
        powers = [dict(monomial) for monomial in a.monomials]
        atoms = sorted(set().union(*powers) - self._conditions)
        exponents = ((atom, min(power.get(atom, 0) for power in powers)) for atom in atoms)
        return tuple((atom, exponent) for atom, exponent in exponents if exponent)

    def power(self, atom: Polynomial, exponent: int) -> Polynomial:
        """A power of an atom; the exponent is not 0."""
        ((monomial, _),) = atom.monomials.items()
        return self.of({((monomial[0][0], exponent),): 1})

    def _product(self, left: Monomial, right: Monomial) -> Monomial:
        exponents: dict[int, int] = dict(left)
        for atom, exponent in right:
            exponents[atom] = exponents.get(atom, 0) + exponent
            if atom in self._conditions:
                exponents[atom] = 1
        return tuple(sorted((atom, exponent) for atom, exponent in exponents.items() if exponent))


def _add(found: dict[Monomial, Coefficient], more: Iterable[tuple[Monomial, Coefficient]]) -> None:
    for monomial, coefficient in more:
        total = _whole(found.get(monomial, 0) + coefficient)
        if total:
            found[monomial] = total
        else:
            found.pop(monomial, None)


def _whole(number: Coefficient) -> Coefficient:
    """An integer as such: it is added faster."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


