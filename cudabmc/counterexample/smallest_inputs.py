"""Inputs of a counterexample, moved towards zero: small numbers are easier to follow.

A candidate that evaluates to true needs no solver. Where one input can only be smaller if another one
changes too, the solver is asked, a limited number of times and for a limited time.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from time import perf_counter

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, Type
from cudabmc.terms import ArraySort, BoolSort, BVSort, FPSort, Kind, ModelValue, SolverModel, Term
from cudabmc.terms.evaluate import type_of

Ask = Callable[[terms.TermValue], SolverModel | None]
"""A model of a formula, or None if there is none or the solver cannot say soon."""

MOST_QUERIES = 64
MOST_INPUTS = 200
MOST_DECIDING = 4
_CHOOSING = {Kind.ITE: 0, Kind.SELECT: 1, Kind.STORE: 1}
"""Which argument of a term decides which of the others it is about."""

READABLE = b"123456789-0 abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+,./:=_"
"""What people type, the likeliest first."""


def smallest_inputs(formula: terms.TermValue, model: SolverModel, ask: Ask, seconds: float) -> SolverModel:
    """A model of `formula` whose scalar inputs are near zero, after at most `seconds` or a little more.

    Each is in its turn as near as can be found with the earlier ones as they are; it is a local
    minimum, not the least of all. Those that decide most come first: sizes and indices, then what arrays
    hold there. Arrays keep what the given model has.
    """
    model = _without_idle(formula, model)
    if not isinstance(formula, Term):
        return model
    return _Search(formula, model, ask, perf_counter() + seconds).run()


def _without_idle(formula: terms.TermValue, model: SolverModel) -> dict[Term, ModelValue]:
    """The model with the least values for the inputs that do not matter."""
    needed = terms.support(formula, model)
    return {v: value if v in needed else _least(v) for v, value in model.items() if v.kind is Kind.VAR}


def _least(variable: Term) -> ModelValue:
    """The value of an input that does not matter."""
    if isinstance(variable.sort, ArraySort):
        return 0, {}
    low = variable.params[1] if isinstance(variable.sort, BVSort) else None
    return _number(variable, low if isinstance(low, int) else 0)


class _Search:
    def __init__(self, formula: Term, model: SolverModel, ask: Ask, deadline: float) -> None:
        self.formula = terms.land(formula, *terms.var_constraints(formula))
        self.model = dict(model)
        self.ask = ask
        self.deadline = deadline
        self.queries = MOST_QUERIES
        self.fixed: terms.TermValue = True  # what earlier inputs were settled to

    def run(self) -> SolverModel:
        # Numbers that are read from arguments come before their letters, which then spell a small one. The
        # last letters come first: where they can be zero, the argument ends before them.
        scalars = filter(_is_scalar, terms.free_vars(self.formula))
        choices = _choices(self.formula) if isinstance(self.formula, Term) else Counter[Term]()
        inputs = sorted(scalars, key=lambda v: (1, 0, -v.id) if _is_text(v) else (0, -choices[v], v.id))
        self._try({v: _number(v, 0) for v in inputs})
        left = MOST_INPUTS
        for variable in inputs:
            if self._size(variable):
                if not left or perf_counter() > self.deadline:
                    break
                left -= 1
                self._shrink(variable)
            self.fixed = terms.land(self.fixed, terms.equal(variable, self._value(variable), _type(variable)))
        return self.model

    def _shrink(self, variable: Term) -> None:
        """Find the least magnitude: zero, then by halving the distance to the least one that is known to do."""
        if self._reaches(variable, 0) or (_is_text(variable) and self._is_readable(variable)):
            return
        if isinstance(variable.sort, FPSort):
            any(self._reaches(variable, n) for n in (1, -1, 2, -2, 10, -10) if abs(n) < self._size(variable))
            return
        if not isinstance(variable.sort, BVSort):
            return
        low = 0
        while low + 1 < self._size(variable) and perf_counter() < self.deadline:
            middle = (low + int(self._size(variable))) // 2
            if not self._within(variable, middle):
                low = middle

    def _is_readable(self, variable: Term) -> bool:
        """Can a letter of an argument be a digit, or at least one that can be typed?"""
        if any(self._try({variable: code}) for code in READABLE):
            return True
        return any(self._asked(_between(variable, ord(low), ord(high))) for low, high in ("09", " ~"))

    def _reaches(self, variable: Term, number: int) -> bool:
        return self._try({variable: _number(variable, number)}) or self._asked(self._is(variable, number))

    def _within(self, variable: Term, most: int) -> bool:
        """Can the input be at most that far from zero? A positive number is tried first."""
        if any(self._try({variable: _number(variable, n)}) for n in (most, -most)):
            return True
        positive = _at_most(variable, most, _type(variable))
        return self._asked(positive) or self._asked(_at_most(terms.apply(
            Op.SUB, _type(variable), _type(variable), (0, variable)), most, _type(variable)))  # fmt: skip

    def _try(self, changes: Mapping[Term, ModelValue]) -> bool:
        """Keep the changes if the formula holds with them."""
        candidate = {**self.model, **changes}
        if terms.evaluate(self.formula, candidate) is not True or terms.evaluate(self.fixed, candidate) is not True:
            return False
        self.model = candidate
        return True

    def _asked(self, wanted: terms.TermValue) -> bool:
        if self.queries <= 0 or perf_counter() > self.deadline:
            return False
        self.queries -= 1
        found = self.ask(terms.land(self.formula, self.fixed, wanted))
        if found is None:
            return False
        self.model = _without_idle(self.formula, {**self.model, **found})
        return True

    def _is(self, variable: Term, number: int) -> terms.TermValue:
        return terms.equal(variable, _number(variable, number), _type(variable))

    def _value(self, variable: Term) -> terms.Constant:
        value = self.model.get(variable, _number(variable, 0))
        assert not isinstance(value, tuple)
        return value

    def _size(self, variable: Term) -> float:
        """How far the input is from zero."""
        value = self._value(variable)
        if isinstance(value, float):
            return inf if value != value else abs(value)
        if isinstance(value, bool):
            return int(value)
        half = 1 << (_width(variable) - 1)
        return value if value < half else 2 * half - value


def _choices(formula: Term) -> Counter[Term]:
    """How many choices each variable makes: which value, or which element of an array. Choices of many variables count
    for none of them."""
    choices: Counter[Term] = Counter()
    seen, stack = {formula}, [formula]
    while stack:
        term = stack.pop()
        at = _CHOOSING.get(term.kind)
        if at is not None and len(deciding := terms.free_vars(term.args[at])) <= MOST_DECIDING:
            choices.update(deciding)
        fresh = [arg for arg in term.args if arg not in seen]
        seen.update(fresh)
        stack += fresh
    return choices


def _is_scalar(variable: Term) -> bool:
    return variable.kind is Kind.VAR and not isinstance(variable.sort, ArraySort)


def _type(variable: Term) -> Type:
    return BOOL if isinstance(variable.sort, BoolSort) else type_of(variable.sort)


def _width(variable: Term) -> int:
    assert isinstance(variable.sort, BVSort)
    return variable.sort.width


def _number(variable: Term, number: int) -> terms.Constant:
    """A small number as a constant of the input's sort."""
    if isinstance(variable.sort, BoolSort):
        return bool(number)
    if isinstance(variable.sort, FPSort):
        return float(number)
    return number % (1 << _width(variable))


def _is_text(variable: Term) -> bool:
    """Is it a letter of an argument of main?"""
    named = str(variable.params[0]).startswith("argv[")
    return named and isinstance(variable.sort, BVSort) and variable.sort.width == 8


def _between(value: Term, low: int, high: int) -> terms.TermValue:
    return terms.land(_at_most(value, high, _type(value)), terms.lnot(_at_most(value, low - 1, _type(value))))


def _at_most(value: terms.TermValue, most: int, type: Type) -> terms.TermValue:
    return terms.lnot(terms.apply(Op.ULT, BOOL, type, (most, value)))
