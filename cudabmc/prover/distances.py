"""What the distance of two accesses that meet tells of its parts: which rows and which digits are equal."""

from math import gcd

from cudabmc.prover import digits, linear
from cudabmc.prover.digits import ConditionalBounds
from cudabmc.prover.integer_forms import IntegerForms, without
from cudabmc.prover.linear import Linear

MOST_DIGITS = 4
"""Digits of an offset whose bases are not known."""

MOST_ROW_LENGTHS = 4
"""Factors that are tried as the length of a row."""


class Distances:
    """States what follows for the numbers of a query. `tells_rows`: it was told which rows are equal."""

    def __init__(self, forms: IntegerForms, tells_rows: bool = False) -> None:
        self._forms = forms
        self.tells_rows = tells_rows

    def state_digits(self, met: str, apart: Linear, above: int, below: int, limits: ConditionalBounds) -> None:
        """State of a distance between two numbers, where accesses have `met`, which of its digits are 0."""
        apart, turns = self._unwrapped(apart, limits)
        for form in dict.fromkeys((apart, limits.without_rounds(apart))):
            found = dict.fromkeys(digits.zeros(self._forms.in_digits(form), above, below, limits.of))
            if len(found) > 1:
                equal = (f"(= {self._forms.sum(zero)} 0)" for zero in (*turns, *found))
                self._forms.state(f"(=> {met} (and {' '.join(equal)}))")

    def _row_lengths(self, form: Linear) -> list[Linear]:
        """Factors that may be lengths of rows: those of both threads, if there are any."""
        found: dict[Linear, int] = {}
        for number, _ in form.pairs:
            for factor in dict.fromkeys(self._forms.factors.get(number, ())):
                found[factor] = found.get(factor, 0) + 1
        most = max(found.values(), default=0)
        return [factor for factor, count in found.items() if count >= min(most, 2)][:MOST_ROW_LENGTHS]

    def state_rows(self, met: str, form: Linear, above: int, below: int, depth: int = MOST_DIGITS) -> None:
        """Where a form is between two numbers, and one of its factors is larger than the rest, what has that factor is
        0: rows are equal, and columns, of any number of columns.

        If form == f * rows + rest with above < form < below, and f >= below - rest, rest - above: rows >= 1 would make
        it at least below, rows <= -1 at most above. f is positive then, since above < below."""
        factors = self._row_lengths(form)
        turns = [self._forms.wrapped[number][1] for number, _ in form.pairs if number in self._forms.wrapped]
        if not factors and turns and depth:
            for number, coefficient in form.pairs:
                if number in self._forms.wrapped:
                    value, _ = self._forms.wrapped[number]
                    form = form.plus(linear.atom(number), -coefficient).plus(value, coefficient)
            zero = " ".join(f"(= {self._forms.name(turn)} 0)" for turn in turns)
            self.state_rows(self._forms.named(f"(and {met} {zero})"), form, above, below, depth - 1)
        for factor in factors if depth else ():
            rest, rows = form, Linear(0)
            for number, coefficient in form.pairs:
                if factor in (found := self._forms.factors.get(number, ())):
                    rest = rest.plus(linear.atom(number), -coefficient)
                    rows = rows.plus(self._forms.monomial(without(found, (factor,))), coefficient)
                elif linear.atom(number) == factor:
                    rest, rows = rest.plus(factor, -coefficient), rows.plus(Linear(coefficient))
            if rows.is_constant:
                continue
            each = gcd(rows.constant, *(c for _, c in rows.pairs))
            rows = linear.of(rows.constant // each, {a: c // each for a, c in rows.pairs})
            f, r, row = self._forms.sum(factor.times(each)), self._forms.sum(rest), self._forms.sum(rows)
            small = f"(<= {below} (+ {r} {f})) (<= (+ {r} {-above}) {f})"
            same = self._forms.named(f"(and {met} {small} (= {row} 0) (= {r} {self._forms.sum(form)}))")
            self._forms.state(f"(=> (and {met} {small}) {same})")
            self.tells_rows = True
            self.state_rows(same, rows, -1, 1, depth - 1)
            self.state_rows(same, rest, above, below, depth - 1)

    def _unwrapped(self, form: Linear, limits: ConditionalBounds) -> tuple[Linear, list[Linear]]:
        """A form without numbers that might wrap around, and do not within these limits; with the forms that are 0
        then."""
        turns = []
        for number, factor in form.pairs:
            wrapped = self._forms.wrapped.get(number)
            if wrapped is not None:
                value, turn = wrapped
                value, inner = self._unwrapped(value, limits)
                least, most = limits.of(value)
                lo, hi = self._forms.atoms[number].lo, self._forms.atoms[number].hi
                if None not in (least, most, lo, hi) and lo <= least and most <= hi:  # type: ignore[operator]
                    form = form.plus(linear.atom(number), -factor).plus(value, factor)
                    turns += [*inner, linear.atom(turn)]
        return form, turns

    def gathered(self, form: Linear) -> Linear:
        """The form with x * f + y * f as one product, of which there are lemmas."""
        counts: dict[Linear, int] = {}
        for number, _ in form.pairs:
            for factor in dict.fromkeys(self._forms.factors.get(number, ())):
                counts[factor] = counts.get(factor, 0) + 1
        common = max(counts, key=lambda factor: (counts[factor], factor.pairs), default=None)
        if common is None or counts[common] < 2:
            return form
        rest, gathered, sum_of_others = form, Linear(0), Linear(0)
        for number, coefficient in form.pairs:
            factors = self._forms.factors.get(number, ())
            if common in factors:
                rest = rest.plus(linear.atom(number), -coefficient)
                gathered = gathered.plus(linear.atom(number), coefficient)
                sum_of_others = sum_of_others.plus(self._forms.monomial(without(factors, (common,))), coefficient)
        product = self._forms.product(sum_of_others, common)
        if product != gathered:
            self._forms.state(f"(= {self._forms.sum(product)} {self._forms.sum(gathered)})")
        return rest.plus(product)
