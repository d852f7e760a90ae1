"""Offsets in arrays of rows are equal only if their rows and their columns are, as numbers are by their digits.

    4096 * row + column == 4096 * row' + column',  0 <= column, column' < 4096    row == row',  column == column'

Solvers take long to see that of several digits. Which forms are 0 then is told in lemmas.
"""

from collections.abc import Callable, Iterator, Sequence

from cudabmc.prover import linear
from cudabmc.prover.linear import Bound, Linear

MOST_PARTS = 3
"""Parts of a form that are bounded by conditions."""

MOST_NUMBER = (1 << 32) - 1
"""Numbers of 32 bits are known well enough."""

BoundsOf = Callable[[Linear], tuple[Bound, Bound]]
"""Within which numbers a form is."""


class ConditionalBounds:
    """The bounds of forms, where some others are at most 0, or 0."""

    def __init__(self, bounds: BoundsOf, most_zero: Sequence[Linear], zero: Sequence[Linear] = ()) -> None:
        self._bounds = bounds
        self._zero = [form for form in zero if form.pairs]
        both = (sign for form in self._zero for sign in (form, form.times(-1)))
        known = [form for form in (*most_zero, *both) if form.pairs]
        self._known = [(Linear(0, form.pairs), -form.constant) for form in known]

    def without_rounds(self, form: Linear) -> Linear:
        """The same number, without unknowns of which nothing is known but what a form that is 0 says: a loop has done
        so many rounds when its counter is what it is."""
        for zero in self._zero:
            coefficients = dict(form.pairs)
            for atom, coefficient in zero.pairs:
                most = self._bounds(linear.atom(atom))[1]
                if abs(coefficient) == 1 and atom in coefficients and (most is None or most > MOST_NUMBER):
                    form = form.plus(zero, -coefficients[atom] * coefficient)
                    break
        return form

    def of(self, form: Linear) -> tuple[Bound, Bound]:
        """The least and the most that a form can be."""
        most = self._most(form.times(-1), MOST_PARTS)
        return None if most is None else -most, self._most(form, MOST_PARTS)

    def _most(self, form: Linear, parts: int) -> Bound:
        found = self._bounds(form)[1]
        for part, most in self._known if parts else ():
            for times in _multiplicities(form, part):
                rest = self._most(form.plus(part, -times), parts - 1)
                if rest is not None and (found is None or times * most + rest < found):
                    found = times * most + rest
        return found


def _multiplicities(form: Linear, part: Linear) -> set[int]:
    """How often a form has unknowns of another one, those that it has at all: x + y <= 9 bounds 2 * x if y has a
    bound, too."""
    found = dict(form.pairs)
    times = (divmod(found[atom], coefficient) for atom, coefficient in part.pairs if atom in found)
    return {often for often, rest in times if often > 0 and not rest}


def zeros(form: Linear, above: int, below: int, bounds: BoundsOf) -> Iterator[Linear]:
    """Forms that are 0 if a form is larger than one number and smaller than another one."""
    for step, digits in _multiples(form):
        rest = form.plus(digits, -step)
        least, most = bounds(rest)
        if least is None or most is None:
            continue
        turns = -((above - most) // step) - 1  # as few as let the rest be no more than above + step
        if least - turns * step < below - step:
            continue
        digits, rest = digits.plus(Linear(turns)), rest.plus(Linear(-turns * step))
        yield digits
        if digits != form:
            yield from zeros(digits, -1, 1, bounds)
            yield from zeros(rest, above, below, bounds)
        return


def _multiples(form: Linear) -> Iterator[tuple[int, Linear]]:
    """Steps, and how often a form may have each, but for a rest: what is a multiple of it, or is near to one, as
    `5000 * row + row + column` is written with 5001."""
    for step in sorted({abs(factor) for _, factor in form.pairs}, reverse=True):
        exact = linear.of(0, {a: factor // step for a, factor in form.pairs if factor % step == 0})
        near = linear.of(0, {a: (factor + step // 2) // step for a, factor in form.pairs})
        yield step, exact
        if near != exact:
            yield step, near
