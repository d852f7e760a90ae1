"""What a term is for given inputs if nothing is rounded."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from cudabmc.goto.meaning.float_format import bits_of, float_of
from cudabmc.reals.functions import FUNCTIONS, CallOf
from cudabmc.terms import BVSort, FPSort, Kind, SolverModel, Term, TermValue
from cudabmc.terms.evaluate import PartValue, step
from cudabmc.terms.term import lower

RealNumber: TypeAlias = "Fraction | PartValue"
"""Of a float a fraction."""


class NotRealError(ValueError):
    """A value is no real number, or it is not computed here."""


class RealValues:
    """Computes terms for the inputs of a model. `largest` is the largest magnitude of a float that was met."""

    def __init__(self, model: SolverModel, call_of: CallOf) -> None:
        self._model = model
        self._call_of = call_of
        self._done: dict[Term, RealNumber] = {}
        self.largest = Fraction(0)

    def of_value(self, value: TermValue) -> Fraction:
        """What a float is. Raises NotRealError."""
        return _fraction(self._of(value) if isinstance(value, Term) else _real(float(value)))

    def holds(self, condition: TermValue) -> bool:
        """Does a condition hold? Raises NotRealError."""
        return (self._of(condition) if isinstance(condition, Term) else condition) is True

    def _of(self, value: Term) -> RealNumber:
        done, stack = self._done, [value]
        while stack:
            term = stack[-1]
            if term in done:
                stack.pop()
                continue
            call = self._call_of(term) if term.kind is Kind.VAR else None
            given: tuple[TermValue, ...] = term.args if call is None else call.arguments
            missing = [a for a in given if isinstance(a, Term) and a not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            args = [done[a] if isinstance(a, Term) else a for a in given]
            found = self._step(term, args) if call is None else _called(call.function, args)
            if isinstance(found, Fraction):
                self.largest = max(self.largest, abs(found))
            done[term] = found
        return done[value]

    def _step(self, term: Term, args: list[RealNumber]) -> RealNumber:
        rule = _RULES.get(term.kind)
        if rule is not None:
            return rule(term, args)
        if any(isinstance(arg, Fraction) for arg in args):
            if term.kind is Kind.ITE:
                return args[1] if args[0] else args[2]
            if term.kind is Kind.EQ:
                return args[0] == args[1]
            raise NotRealError(term.kind.value)
        found = lower(term) if term.kind is Kind.CONST else step(term, _parts(args), self._model)
        assert not isinstance(found, Term)
        if not isinstance(term.sort, FPSort):
            return found
        number = float(_number(found))
        return _real(number) if term.kind is Kind.VAR else _real_or_infinite(number)


def _parts(args: list[RealNumber]) -> list[PartValue]:
    return [arg for arg in args if not isinstance(arg, Fraction)]


def _number(value: RealNumber) -> int | float:
    assert isinstance(value, int | float)
    return value


def _real(value: float) -> Fraction:
    if not math.isfinite(value):
        raise NotRealError(str(value))
    return Fraction(value)


def _real_or_infinite(value: float) -> RealNumber:
    """An infinite constant can be compared with numbers."""
    return value if math.isinf(value) else _real(value)


def _fraction(value: RealNumber) -> Fraction:
    if isinstance(value, Fraction):
        return value
    return _real(float(_number(value)))


def _signed(value: RealNumber, width: int) -> int:
    number = int(_number(value))
    return number - (1 << width) if number >> (width - 1) else number


def _width(term: Term) -> int:
    assert isinstance(term.sort, BVSort | FPSort)
    return term.sort.width


def _on_reals(function: Callable[..., RealNumber]) -> Callable[[Term, list[RealNumber]], RealNumber]:
    return lambda term, args: function(*map(_fraction, args))


def _on_infinite_too(function: Callable[..., RealNumber]) -> Callable[[Term, list[RealNumber]], RealNumber]:
    return lambda term, args: function(*args)


def _divided(a: Fraction, b: Fraction) -> Fraction:
    if not b:
        raise NotRealError("division by zero")
    return a / b


def _root(a: Fraction) -> Fraction:
    if a < 0:
        raise NotRealError("the square root of a negative number")
    return _approximate(math.sqrt, a)


def _half_up(a: Fraction) -> Fraction:
    """Halves away from zero, as round() of C."""
    return Fraction(math.floor(abs(a) + Fraction(1, 2)) * (1 if a >= 0 else -1))


def _integer(term: Term, args: list[RealNumber]) -> RealNumber:
    number, width = math.trunc(_fraction(args[0])), _width(term)
    signed = term.kind is Kind.FPTOSI
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
    if not low <= number < high:
        raise NotRealError("a number too large for an integer")
    return number & ((1 << width) - 1)


def _bits(term: Term, args: list[RealNumber]) -> RealNumber:
    number, width = _fraction(args[0]), _width(term)
    nearest = float(number)
    if nearest != number or float_of(bits_of(nearest, width), width) != number:
        raise NotRealError("the bits of a number that a float does not hold")
    return bits_of(nearest, width)


def _approximate(function: Callable[..., float], *args: Fraction) -> Fraction:
    """By the library, in double precision."""
    try:
        return _real(function(*map(float, args)))
    except (ValueError, ArithmeticError) as error:
        raise NotRealError(str(error)) from error


_RULES: dict[Kind, Callable[[Term, list[RealNumber]], RealNumber]] = {
    Kind.FADD: _on_reals(lambda a, b: a + b),
    Kind.FSUB: _on_reals(lambda a, b: a - b),
    Kind.FMUL: _on_reals(lambda a, b: a * b),
    Kind.FMA: _on_reals(lambda a, b, c: a * b + c),
    Kind.FDIV: _on_reals(_divided),
    Kind.FNEG: _on_reals(lambda a: -a),
    Kind.FABS: _on_reals(abs),
    Kind.FMIN: _on_infinite_too(min),
    Kind.FMAX: _on_infinite_too(max),
    Kind.FSQRT: _on_reals(_root),
    Kind.FRINT: _on_reals(lambda a: Fraction(round(a))),
    Kind.FROUND: _on_reals(_half_up),
    Kind.FFLOOR: _on_reals(lambda a: Fraction(math.floor(a))),
    Kind.FCEIL: _on_reals(lambda a: Fraction(math.ceil(a))),
    Kind.FTRUNC: _on_reals(lambda a: Fraction(math.trunc(a))),
    Kind.FLT: _on_infinite_too(lambda a, b: a < b),
    Kind.FLE: _on_infinite_too(lambda a, b: a <= b),
    Kind.FEQ: _on_infinite_too(lambda a, b: a == b),
    Kind.FISNAN: _on_reals(lambda a: False),
    Kind.FISINF: _on_reals(lambda a: False),
    Kind.FSIGNBIT: _on_reals(lambda a: a < 0),
    Kind.FPCAST: _on_reals(lambda a: a),
    Kind.FPTOSI: _integer,
    Kind.FPTOUI: _integer,
    Kind.SITOFP: lambda term, args: Fraction(_signed(args[0], _width(term.args[0]))),
    Kind.UITOFP: lambda term, args: Fraction(int(_number(args[0]))),
    Kind.FP_TO_BITS: _bits,
    Kind.BITS_TO_FP: lambda term, args: _real(float_of(int(_number(args[0])), _width(term))),
}

def _called(function: str, args: list[RealNumber]) -> RealNumber:
    """The result of a function that terms do not compute."""
    known = FUNCTIONS.get(function)
    if known is None:
        raise NotRealError(function)
    return _approximate(known, *map(_fraction, args))
