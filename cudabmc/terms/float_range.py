"""Ranges of floats: cheap, sound, computed once for each node.

Operations that round to the nearest number are monotone (IEEE 754-2019, 4.3.1), so bounds of the operands, put through
the operation in its own format, bound the result.
"""

import math
from collections.abc import Callable
from functools import partial

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import FloatType, IntType
from cudabmc.terms.float_bounds import FloatRange
from cudabmc.terms.interval import interval_of
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import FPSort
from cudabmc.terms.term import Term, TermValue, lower, width_of

ANY = FloatRange(-math.inf, math.inf, True, True)
_ZERO_OR_NAN = FloatRange(0.0, 0.0, True, True)


def float_range(value: TermValue) -> FloatRange:
    """The range of a value of a float format."""
    if type(value) is not Term:
        number = float(value)
        minus_zero = number == 0.0 and math.copysign(1.0, number) < 0
        return ANY if number != number else FloatRange(number, number, False, minus_zero)
    if value.range is not None:
        return value.range
    stack = [value]
    while stack:
        top = stack[-1]
        missing = [arg for arg in top.args if arg.range is None and type(arg.sort) is FPSort]
        if missing and top.range is None:
            stack.extend(missing)
            continue
        stack.pop()
        if top.range is None:
            rule = _RULES.get(top.kind)
            top.range = ANY if rule is None else rule(top)
    assert value.range is not None
    return value.range


def _argument(term: Term, index: int) -> FloatRange:
    found = term.args[index].range
    assert found is not None
    return found


def _apply(op: Op, term: Term, *numbers: float) -> float:
    """The operation on constants, in the formats of the term and of its last argument."""
    of = FloatType(width_of(term.args[-1]))
    return float(const_function(op, FloatType(width_of(term)), of)(*numbers))


def _between(nan: bool, minus_zero: bool, *ends: float) -> FloatRange:
    """The range from the least to the greatest of these; any, if one of them is NaN."""
    return ANY if any(end != end for end in ends) else FloatRange(min(ends), max(ends), nan, minus_zero)


def _sum(op: Op, term: Term) -> FloatRange:
    a, b = _argument(term, 0), _argument(term, 1)
    if op is Op.FSUB and term.args[0] is term.args[1]:
        return FloatRange(0.0, 0.0, not a.is_finite, False)
    low, high = (b.low, b.high) if op is Op.FADD else (b.high, b.low)
    ends = _apply(op, term, a.low, low), _apply(op, term, a.high, high)
    # Infinities of two signs may meet, whether or not they do at the ends.
    opposite = low if op is Op.FADD else -low, high if op is Op.FADD else -high
    cancels = (a.high == math.inf and opposite[0] == -math.inf) or (a.low == -math.inf and opposite[1] == math.inf)
    # A sum is -0.0 only if both numbers are (IEEE 754-2019, 6.3).
    minus_zero = a.minus_zero and (b.minus_zero if op is Op.FADD else b.low <= 0.0 <= b.high)
    return ANY if cancels else _between(a.nan or b.nan, minus_zero, *ends)


def _product(term: Term) -> FloatRange:
    a, b = _argument(term, 0), _argument(term, 1)
    for x, y in ((a, b), (b, a)):
        if x.low <= 0.0 <= x.high and math.inf in (-y.low, y.high):
            return _ZERO_OR_NAN if x.low == x.high else ANY
    return _between(a.nan or b.nan, _may_have_sign(a, b), *(_apply(Op.FMUL, term, x, y) for x in a[:2] for y in b[:2]))


def _quotient(term: Term) -> FloatRange:
    a, b = _argument(term, 0), _argument(term, 1)
    if a.low == a.high == 0.0:
        return _ZERO_OR_NAN
    if b.low <= 0.0 <= b.high or (math.inf in (-a.low, a.high) and math.inf in (-b.low, b.high)):
        return ANY
    return _between(a.nan or b.nan, _may_have_sign(a, b), *(_apply(Op.FDIV, term, x, y) for x in a[:2] for y in b[:2]))


def _may_have_sign(a: FloatRange, b: FloatRange) -> bool:
    """Can a product or a quotient be -0.0? It has the sign of neither or of one of the two."""
    return not (a.has_no_sign and b.has_no_sign)


def _monotone(op: Op, term: Term) -> FloatRange:
    a = _argument(term, 0)
    return _between(a.nan, op is Op.FNEG or not a.has_no_sign, _apply(op, term, a.low), _apply(op, term, a.high))


def _root(term: Term) -> FloatRange:
    return _monotone(Op.FSQRT, term) if _argument(term, 0).low >= 0.0 else ANY


def _magnitude(term: Term) -> FloatRange:
    a = _argument(term, 0)
    low = 0.0 if a.low <= 0.0 <= a.high else min(abs(a.low), abs(a.high))
    return FloatRange(low, max(abs(a.low), abs(a.high)), a.nan, False)


def _extremum(term: Term) -> FloatRange:
    """One of the two; the number, where the other one is NaN."""
    a, b = _argument(term, 0), _argument(term, 1)
    return FloatRange(min(a.low, b.low), max(a.high, b.high), a.nan and b.nan, a.minus_zero or b.minus_zero)


def _choice(term: Term) -> FloatRange:
    a, b = _argument(term, 1), _argument(term, 2)
    return FloatRange(min(a.low, b.low), max(a.high, b.high), a.nan or b.nan, a.minus_zero or b.minus_zero)


def _from_integer(op: Op, term: Term) -> FloatRange:
    (arg,) = term.args
    width = width_of(arg)
    bounds = interval_of(arg)
    ends = bounds[2:] if op is Op.SITOFP else bounds[:2]
    convert = const_function(op, FloatType(width_of(term)), IntType(width))
    return _between(False, False, *(float(convert(end % (1 << width))) for end in ends))


def _constant(term: Term) -> FloatRange:
    return float_range(lower(term))


_RULES: dict[Kind, Callable[[Term], FloatRange]] = {
    Kind.CONST: _constant,
    Kind.ITE: _choice,
    Kind.FADD: partial(_sum, Op.FADD),
    Kind.FSUB: partial(_sum, Op.FSUB),
    Kind.FMUL: _product,
    Kind.FDIV: _quotient,
    Kind.FNEG: partial(_monotone, Op.FNEG),
    Kind.FABS: _magnitude,
    Kind.FSQRT: _root,
    Kind.FMIN: _extremum,
    Kind.FMAX: _extremum,
    Kind.FPCAST: partial(_monotone, Op.FPCAST),
    Kind.SITOFP: partial(_from_integer, Op.SITOFP),
    Kind.UITOFP: partial(_from_integer, Op.UITOFP),
    **{
        kind: partial(_monotone, Op[kind.name])
        for kind in (Kind.FRINT, Kind.FFLOOR, Kind.FCEIL, Kind.FTRUNC, Kind.FROUND)
    },
}
