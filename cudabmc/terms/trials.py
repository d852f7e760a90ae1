"""Pseudo-random values for the variables of float arithmetic, the same in every run.

A float operation is a circuit of thousands of gates to a solver, and one step to an evaluation. What can hold mostly
holds for many values: that two sums in different order differ, say.
"""

from collections.abc import Iterable, Iterator
from random import Random

from cudabmc.goto.meaning.float_format import ROUND, bits_of
from cudabmc.terms.evaluate import ModelValue
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import ArraySort, BoolSort, BVSort, FPSort
from cudabmc.terms.term import Term

WIDE, MEDIUM, SMALL, ANY = range(4)
"""What numbers are like in a trial: of large magnitudes that go together, so that roundings make a difference; below 4;
of one digit; infinite and NaN, too."""

_ORDER = (WIDE, MEDIUM, WIDE, SMALL, WIDE, ANY)


def float_trials(
    parts: Iterable[Term], most: int, *, integers_too: bool = False
) -> Iterator[dict[Term, ModelValue]]:  # fmt: skip
    """At most so many models for the variables among these terms, which are all parts of a value; none if no variable
    is a float, or read as one, unless `integers_too` says that there are to be some."""
    variables, read_as_floats, floats = [], set[Term](), False
    for term in parts:
        if term.kind is Kind.VAR:
            variables.append(term)
            floats = floats or isinstance(term.sort, FPSort)
        elif term.kind is Kind.BITS_TO_FP:
            read_as_floats.add(term.args[0])
    if not floats and not read_as_floats and not integers_too:
        return
    variables.sort(key=lambda v: v.id)
    for number in range(most):
        source = _Source(number)
        yield {v: source.value(v, is_float=v in read_as_floats) for v in variables}


class _Source:
    """The values of one trial."""

    def __init__(self, number: int) -> None:
        self._random = Random(number)
        self._numbers = _ORDER[number % len(_ORDER)]
        self._magnitude = 10 ** self._random.uniform(6, 14)
        self._powers = (1,) if number % 4 == 0 else (0.5, 1, 2)

    def value(self, variable: Term, *, is_float: bool) -> ModelValue:
        """For a variable, which may be bits that are read as a float."""
        random, sort = self._random, variable.sort
        if isinstance(sort, BoolSort):
            return random.random() < 0.5
        if isinstance(sort, FPSort):
            return self._float(sort.width)
        if isinstance(sort, ArraySort):
            return random.getrandbits(min(8, sort.elem_width)), {}
        assert isinstance(sort, BVSort)
        _, low, high = variable.params
        if is_float and low is None and high is None:
            return bits_of(self._float(sort.width), sort.width)
        low, high = low or 0, (1 << sort.width) - 1 if high is None else high
        return random.randint(low, high if self._numbers == ANY else min(high, low + 15))

    def _float(self, width: int) -> float:
        random = self._random
        if self._numbers == WIDE:
            power = random.choice(self._powers)  # products of two beside one of twice the power, say
            found = random.uniform(-1, 1) * self._magnitude**power
        elif self._numbers == MEDIUM:
            found = random.uniform(-4, 4)
        elif self._numbers == SMALL:
            found = float(random.randrange(-8, 9))
        else:
            found = random.choice((0.0, -0.0, float("inf"), -float("inf"), float("nan"), random.uniform(-4, 4)))
        return ROUND[width](found)
