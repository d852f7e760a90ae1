"""Offsets in arrays of rows are equal only if their rows and their columns are, as numbers are by their digits.

    4096 * row + column == 4096 * row' + column',  0 <= column, column' < 4096    row == row',  column == column'

Solvers take long to see that of several digits. Which forms are 0 then is told in lemmas.
"""

from collections.abc import Callable, Iterator, Sequence

from cudabmc.prover import linear
from cudabmc.prover.linear import Bound, Linear

MOST_PARTS = 3
"""Parts of a form that are bounded by conditions."""

BoundsOf = Callable[[Linear], tuple[Bound, Bound]]
"""Within which numbers a form is."""


class ConditionalBounds:
    """The bounds of forms, where some others are at most 0."""

    def __init__(self, bounds: BoundsOf, most_zero: Sequence[Linear]) -> None:
        self._bounds = bounds
        self._known = [(Linear(0, form.pairs), -form.constant) for form in most_zero if form.pairs]

    def of(self, form: Linear) -> tuple[Bound, Bound]:
        """The least and the most that a form can be."""
        most = self._most(form.times(-1), MOST_PARTS)
        return None if most is None else -most, self._most(form, MOST_PARTS)

    def _most(self, form: Linear, parts: int) -> Bound:
        found = self._bounds(form)[1]
        for part, most in self._known if parts else ():
            times = form.multiplicity(part)
            if times > 0:
                rest = self._most(form.plus(part, -times), parts - 1)
                if rest is not None and (found is None or times * most + rest < found):
                    found = times * most + rest
        return found


def zeros(form: Linear, above: int, below: int, bounds: BoundsOf) -> Iterator[Linear]:
    """Forms that are 0 if a form is larger than one number and smaller than another one."""
    for step in sorted({abs(factor) for _, factor in form.pairs}, reverse=True):
        turns = (form.constant + step // 2) // step
        digits = linear.of(turns, {a: factor // step for a, factor in form.pairs if factor % step == 0})
        rest = form.plus(digits, -step)
        least, most = bounds(rest)
        if least is None or most is None or above - most < -step or below - least > step:
            continue
        yield digits
        if digits != form:
            yield from zeros(digits, -1, 1, bounds)
            yield from zeros(rest, above, below, bounds)
        return
