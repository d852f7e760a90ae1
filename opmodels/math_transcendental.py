"""Functions whose exact value no machine computes (C11 7.12.4 to 7.12.8).

Known arguments: the value in double precision, rounded to the type; a real library may differ in
the last places. Unknown ones: an arbitrary value with the range of the function, which is NaN
exactly where the function has no value.
"""

import math
from dataclasses import dataclass

from cudabmc.modelapi import BOOL, F32, F64, ModelContext, Op, Type, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, either
from opmodels.math_arithmetic import arguments, converted
from opmodels.math_known import UNARY, power
from opmodels.math_overloads import binary, unary
from opmodels.registry import pure_model

INF = math.inf
NOTE = "mathematical functions are rounded to nearest; a real library may differ in the last places"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Values lie in [low, high] for arguments in [first, last], or, if `finite`, for the finite ones
    among them; elsewhere they are NaN."""

    low: float = -INF
    high: float = INF
    first: float = -INF
    last: float = INF
    finite: bool = False


_WAVE = Bounds(-1.0, 1.0, finite=True)
_HALF_PI = 1.5707963705062866
"""pi / 2, rounded up to float: it bounds the results of both types."""

RANGES = {
    "exp": Bounds(0.0), "exp2": Bounds(0.0), "exp10": Bounds(0.0), "expm1": Bounds(-1.0),
    "log": Bounds(first=0.0), "log2": Bounds(first=0.0), "log10": Bounds(first=0.0), "log1p": Bounds(first=-1.0),
    "sin": _WAVE, "cos": _WAVE, "tan": Bounds(finite=True),
    "asin": Bounds(-_HALF_PI, _HALF_PI, -1.0, 1.0), "acos": Bounds(0.0, 2 * _HALF_PI, -1.0, 1.0),
    "atan": Bounds(-_HALF_PI, _HALF_PI), "sinh": Bounds(), "cosh": Bounds(1.0), "tanh": Bounds(-1.0, 1.0),
    "asinh": Bounds(), "acosh": Bounds(0.0, first=1.0), "atanh": Bounds(first=-1.0, last=1.0), "cbrt": Bounds(),
    "erf": Bounds(-1.0, 1.0), "erfc": Bounds(0.0, 2.0), "lgamma": Bounds(), "tgamma": Bounds(),
    "sinpi": _WAVE, "cospi": _WAVE, "normcdf": Bounds(0.0, 1.0),
}  # fmt: skip
_NAN_ELSEWHERE = {"tgamma"}
"""Functions that have no value at points inside of their range of arguments, too."""


def between(ctx: ModelContext, low: float, x: Value, high: float, type: Type) -> Value:
    """low <= x <= high, infinite bounds left out (but not NaN)."""
    conds = [is_number(ctx, x, type)]
    if low != -INF:
        conds.append(ctx.op(Op.FLE, BOOL, low, x, of=type))
    if high != INF:
        conds.append(ctx.op(Op.FLE, BOOL, x, high, of=type))
    return both(ctx, *conds)


def is_number(ctx: ModelContext, x: Value, type: Type) -> Value:
    """x is a number."""
    return ctx.op(Op.FEQ, BOOL, x, x, of=type)


def evaluate(ctx: ModelContext, name: str, x: Value, type: Type) -> Value:
    """The function called `name` (without suffix) of x, both of this type."""
    if isinstance(x, float):
        ctx.note(NOTE)
        return converted(ctx, UNARY[name](x), F64, type)
    result = approximate(ctx, type, f"{name} of an unknown argument")
    limits = RANGES[name]
    defined = _in_domain(ctx, limits, x, type)
    value = between(ctx, limits.low, result, limits.high, type)
    undefined = ctx.op(Op.NOT, BOOL, defined)
    not_a_number = ctx.op(Op.FISNAN, BOOL, result, of=type)
    free = not_a_number if name in _NAN_ELSEWHERE else False
    ctx.constrain(either(ctx, both(ctx, defined, either(ctx, value, free)), both(ctx, undefined, not_a_number)))
    return result


def _in_domain(ctx: ModelContext, limits: Bounds, x: Value, type: Type) -> Value:
    inside = between(ctx, limits.first, x, limits.last, type)
    if not limits.finite:
        return inside
    return both(ctx, inside, ctx.op(Op.NOT, BOOL, ctx.op(Op.FISINF, BOOL, x, of=type)))


@pure_model(*(s for name in UNARY for s in unary(name)))
def transcendental(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.4 to 7.12.8, and CUDA's exp10, sinpi, cospi and normcdf."""
    name = ctx.name if ctx.name in UNARY else ctx.name.removesuffix("f")
    return evaluate(ctx, name, x, ctx.ret_type)


@pure_model(*binary("pow"), "double pow(double x, int y)", "double pow(float x, int y)")
def pow_(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.7.4. On terms exact for the exponents 0, 1 and 2; an int exponent goes to double (C++11)."""
    type = ctx.ret_type
    if ctx.arg_types[1] in (F32, F64):
        x, y = arguments(ctx, x, y)
        return raise_to_power(ctx, x, y, type)
    x = converted(ctx, x, ctx.arg_types[0], type)
    return ctx.applied("double pow(double x, double y)", type, x, ctx.op(Op.SITOFP, type, y, of=ctx.arg_types[1]))


def raise_to_power(ctx: ModelContext, x: Value, y: Value, type: Type) -> Value:
    """x to the power of y, both of this type."""
    if isinstance(y, float):
        if y == 0.0:
            return 1.0
        if y == 1.0:
            return x
        if y == 2.0:
            ctx.note(NOTE)
            return ctx.op(Op.FMUL, type, x, x)
        if isinstance(x, float):
            ctx.note(NOTE)
            return converted(ctx, power(x, y), F64, type)
    result = approximate(ctx, type, "pow of unknown arguments")
    positive = ctx.op(Op.FLT, BOOL, 0.0, x, of=type)
    y_is_nan = ctx.op(Op.FISNAN, BOOL, y, of=type)
    ctx.constrain(either(ctx, ctx.op(Op.NOT, BOOL, positive), between(ctx, 0.0, result, INF, type), y_is_nan))
    return result


@pure_model(*binary("atan2"))
def atan2(ctx: ModelContext, y: Value, x: Value) -> Value:
    """C11 7.12.4.4: in [-pi, pi]."""
    type = ctx.ret_type
    y, x = arguments(ctx, y, x)
    if isinstance(y, float) and isinstance(x, float):
        ctx.note(NOTE)
        return converted(ctx, math.atan2(y, x), F64, type)
    result = approximate(ctx, type, "atan2 of unknown arguments")
    unordered = either(ctx, *(ctx.op(Op.FISNAN, BOOL, v, of=type) for v in (x, y)))
    angle = between(ctx, -2 * _HALF_PI, result, 2 * _HALF_PI, type)
    not_a_number = ctx.op(Op.FISNAN, BOOL, result, of=type)
    ctx.constrain(either(ctx, angle, both(ctx, unordered, not_a_number)))
    return result
