"""What holds of products, quotients and common bits of numbers that are not known, as far as proofs need it."""

from collections.abc import Iterable
from itertools import combinations, islice

from cudabmc.prover.integer_forms import Factors, IntegerForms, common_factors, is_nonnegative, number_text, without
from cudabmc.prover.linear import Linear

MOST_QUOTIENTS = 12
"""Quotients by one number that are compared."""

BITS = range(1, 12)
"""Widths of numbers in lemmas about bits: those of coordinates in a block."""

MOST_PRODUCTS = 40
"""Products that get lemmas, at most."""

MOST_PAIRS = 400
"""Pairs of products that get a lemma, at most."""


class Lemmas:
    """The lemmas about the numbers of a query, each the text of a formula."""

    def __init__(self, forms: IntegerForms) -> None:
        self._forms = forms

    def all(self) -> Iterable[str]:
        """What holds of products, of bits in common, and of quotients."""
        yield from self._bits()
        yield from self._rising()
        done: list[Factors] = []
        left = MOST_PAIRS
        products = self._forms.products
        while len(done) < min(MOST_PRODUCTS, len(products)):  # there may be more each time, behind those before
            factors = next(islice(products, len(done), None))
            for one in self._taken_apart(factors):
                yield from self._alone(one, self._forms.monomial(without(factors, (one,))), products[factors])
            for other in done:
                common = common_factors(factors, other)
                if common and left:
                    left -= 1
                    first = self._forms.monomial(without(factors, common)), self._forms.products[factors]
                    second = self._forms.monomial(without(other, common)), self._forms.products[other]
                    yield from self._ordered(self._forms.monomial(common), first, second)
            done.append(factors)

    def signs(self) -> Iterable[str]:
        """What products are at least, and at most."""
        yield from self._rising()
        for factors in list(self._forms.products)[:MOST_PRODUCTS]:
            one = factors[0]
            other, number = self._forms.monomial(without(factors, (one,))), self._forms.products[factors]
            yield from self._scaled_up(one, other, number)
            yield from self._signed(one, other, number)
        for first, second in list(combinations(self._forms.products, 2))[:MOST_PAIRS]:
            common = common_factors(first, second)
            if common and len(common) + 1 == len(first) == len(second):
                (x,), (y,) = without(first, common), without(second, common)
                p, q = (self._forms.name(self._forms.products[factors]) for factors in (first, second))
                yield f"(=> (= {self._forms.sum(x)} {self._forms.sum(y)}) (= {p} {q}))"
        counted = [factors for factors in self._forms.products if len(factors) == 2 and all(map(self._counts, factors))]
        for first, second in combinations(counted[:MOST_PRODUCTS], 2):
            for factor in dict.fromkeys(common_factors(first, second)):
                (x,), (y,) = without(first, (factor,)), without(second, (factor,))
                yield from self._above((x, self._forms.products[first]), (y, self._forms.products[second]), factor)

    def _counts(self, form: Linear) -> bool:
        """Is it a number of blocks or threads?"""
        lo, hi = self._forms.bounds(form)
        return lo is not None and hi is not None and lo >= 0 and hi < 1 << 31

    def _above(self, first: tuple[Linear, int], second: tuple[Linear, int], factor: Linear) -> Iterable[str]:
        (x, p), (y, q) = first, second
        (f, a, b), (m, n) = map(self._forms.sum, (factor, x, y)), map(self._forms.name, (p, q))
        yield f"(=> (< {a} {b}) (<= (+ {m} {f}) {n}))"
        yield f"(=> (< {b} {a}) (<= (+ {n} {f}) {m}))"

    def _taken_apart(self, factors: Factors) -> Factors:
        """The factors whose product with the others is looked at: where the others occur, or else the first."""
        if len(factors) == 2:
            return factors[:1]
        known = tuple(one for one in dict.fromkeys(factors) if without(factors, (one,)) in self._forms.products)
        return known or factors[:1]

    def _bits(self) -> Iterable[str]:
        """What holds of bits in common: x | y has no more bits than x and y have, and (x ^ y) ^ y is x."""
        by_mask: dict[Linear, list[tuple[Linear, int]]] = {}
        for (x, y), number in self._forms.common.items():
            a, b, both = self._forms.sum(x), self._forms.sum(y), self._forms.name(number)
            for bits in BITS:
                end = 1 << bits
                yield f"(=> (and (< {a} {end}) (< {b} {end})) (< (- (+ {a} {b}) {both}) {end}))"
            by_mask.setdefault(x, []).append((y, number))
            by_mask.setdefault(y, []).append((x, number))
        for mask, others in by_mask.items():
            for (x, first), (y, second) in combinations(others, 2):
                a, b, m = self._forms.sum(x), self._forms.sum(y), self._forms.sum(mask)
                p, q = self._forms.name(first), self._forms.name(second)
                yield f"(=> (= {b} (- (+ {a} {m}) (* 2 {p}))) (= (+ {p} {q}) {m}))"
                yield f"(=> (= {a} (- (+ {b} {m}) (* 2 {q}))) (= (+ {p} {q}) {m}))"
                yield f"(=> (= (- {a} (* 2 {p})) (- {b} (* 2 {q}))) (= {a} {b}))"
                yield f"(=> (= {a} {b}) (= {p} {q}))"

    def _rising(self) -> Iterable[str]:
        """Quotients by one positive number have the order of what is divided."""
        by_divisor: dict[tuple[Linear, bool], list[tuple[Linear, Linear]]] = {}
        for (x, y, signed), (quotient, _) in self._forms.divided.quotients.items():
            if not quotient.is_constant and not y.is_constant:
                by_divisor.setdefault((y, signed), []).append((x, quotient))
        for (divisor, _), found in by_divisor.items():
            for (x, q), (y, r) in combinations(found[:MOST_QUOTIENTS], 2):
                a, b, m, n = (self._forms.sum(form) for form in (x, y, q, r))
                positive = f"(< 0 {self._forms.sum(divisor)})"
                yield f"(=> (and {positive} (<= {a} {b})) (<= {m} {n}))"
                yield f"(=> (and {positive} (<= {b} {a})) (<= {n} {m}))"

    def _alone(self, x: Linear, y: Linear, number: int) -> Iterable[str]:
        name, left, right = self._forms.name(number), self._forms.sum(x), self._forms.sum(y)
        yield from self._scaled_up(x, y, number)
        yield f"(=> (and (<= 1 {left}) (<= 1 {right})) (<= (- (+ {left} {right}) 1) {name}))"
        for bound, sign in ((self._forms.bounds(x), "x"), (self._forms.bounds(y), "y")):
            other = right if sign == "x" else left
            lo, hi = bound
            if lo is not None:
                yield f"(=> (<= 0 {other}) (<= (* {number_text(lo)} {other}) {name}))"
            if hi is not None:
                yield f"(=> (<= 0 {other}) (<= {name} (* {number_text(hi)} {other})))"
        yield from self._signed(x, y, number)

    def _scaled_up(self, x: Linear, y: Linear, number: int) -> Iterable[str]:
        name, left, right = self._forms.name(number), self._forms.sum(x), self._forms.sum(y)
        for a, b in ((left, right), (right, left)):
            yield f"(=> (= {a} 0) (= {name} 0))"
            yield f"(=> (= {a} 1) (= {name} {b}))"
            yield f"(=> (and (<= 1 {a}) (<= 0 {b})) (<= {b} {name}))"

    def _signed(self, x: Linear, y: Linear, number: int) -> Iterable[str]:
        name, left, right = self._forms.name(number), self._forms.sum(x), self._forms.sum(y)
        if not (is_nonnegative(self._forms.bounds(x)) and is_nonnegative(self._forms.bounds(y))):
            yield f"(=> (and (<= 0 {left}) (<= 0 {right})) (<= 0 {name}))"
            yield f"(=> (and (<= {left} 0) (<= 0 {right})) (<= {name} 0))"
            yield f"(=> (and (<= 0 {left}) (<= {right} 0)) (<= {name} 0))"
            yield f"(=> (and (<= {left} 0) (<= {right} 0)) (<= 0 {name}))"

    def _ordered(self, factor: Linear, first: tuple[Linear, int], second: tuple[Linear, int]) -> Iterable[str]:
        (x, p), (y, q) = first, second
        (f, a, b), (m, n) = map(self._forms.sum, (factor, x, y)), map(self._forms.name, (p, q))
        guard = "" if is_nonnegative(self._forms.bounds(factor)) else f"(<= 0 {f})"
        yield f"(=> (= {a} {b}) (= {m} {n}))"
        yield f"(=> (and (<= (* 2 {a}) {b}) (<= 0 {f})) (<= (* 2 {m}) {n}))"
        yield f"(=> (and (<= (* 2 {b}) {a}) (<= 0 {f})) (<= (* 2 {n}) {m}))"
        yield f"(=> (and (< {a} {b}) {guard}) (<= (+ {m} {f}) {n}))"
        yield f"(=> (and (< {b} {a}) {guard}) (<= (+ {n} {f}) {m}))"
        if guard:
            yield f"(=> (and (< {a} {b}) (<= {f} 0)) (<= {n} (+ {m} {f})))"
            yield f"(=> (and (< {b} {a}) (<= {f} 0)) (<= {m} (+ {n} {f})))"
