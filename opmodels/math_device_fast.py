"""Fast intrinsics of kernels (CUDA C++ Programming Guide, "Intrinsic Functions", with their errors).

Known operands give the accurate result, which is noted. On terms the result is arbitrary within the
range of the function, widened by the documented error.
"""

import math

from cudabmc.modelapi import BOOL, F32, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, either, negation, select
from opmodels.math_transcendental import between, evaluate, raise_to_power
from opmodels.registry import pure_model

NOTE = "fast intrinsics such as __sinf are computed accurately; the device's are not"
_FAST = {
    "__expf": "exp", "__exp10f": "exp10", "__logf": "log", "__log2f": "log2", "__log10f": "log10",
    "__sinf": "sin", "__cosf": "cos", "__tanf": "tan", "__tanhf": "tanh",
}  # fmt: skip
_WAVES = ("sin", "cos")
_WAVE_ERROR = 2.0**-21
"""More than the documented 2**-21.41 and 2**-21.19, which hold in [-pi, pi] only."""
_DIVISION_ERROR = 2.0**-21
"""More than 2 units in the last place, relative to the result."""


@pure_model(*(f"float {name}(float x)" for name in _FAST), host=False)
def fast(ctx: ModelContext, x: Value) -> Value:
    """The fast approximations."""
    ctx.note(NOTE)
    name = _FAST[ctx.name]
    return evaluate(ctx, name, x, F32) if isinstance(x, float) or name not in _WAVES else fast_wave(ctx, name, x)


def fast_wave(ctx: ModelContext, name: str, x: Value) -> Value:
    """Sine or cosine, which with its error may lie beyond 1."""
    if isinstance(x, float):
        return evaluate(ctx, name, x, F32)
    result = approximate(ctx, F32, f"the fast {name} of an unknown argument")
    finite = ctx.op(Op.FLT, BOOL, ctx.op(Op.FABS, F32, x), math.inf, of=F32)
    near = between(ctx, -1 - _WAVE_ERROR, result, 1 + _WAVE_ERROR, F32)
    undefined = both(ctx, negation(ctx, finite), ctx.op(Op.FISNAN, BOOL, result, of=F32))
    ctx.constrain(either(ctx, both(ctx, finite, near), undefined))
    return result


@pure_model("float __powf(float x, float y)", host=False)
def fast_power(ctx: ModelContext, x: Value, y: Value) -> Value:
    """exp2f(y * __log2f(x))."""
    ctx.note(NOTE)
    return raise_to_power(ctx, x, y, F32)


@pure_model("float fdividef(float x, float y)", host=False)
def division(ctx: ModelContext, x: Value, y: Value) -> Value:
    """x / y without -use_fast_math."""
    return ctx.op(Op.FDIV, F32, x, y)


@pure_model("float __fdividef(float x, float y)", host=False)
def fast_division(ctx: ModelContext, x: Value, y: Value) -> Value:
    """x / y: "for |y| in [2^-126, 2^126], the maximum ulp error is 2"; 0 for 2**126 < |y| < 2**128."""
    ctx.note(NOTE)
    quotient = ctx.op(Op.FDIV, F32, x, y)
    size = ctx.op(Op.FABS, F32, y)
    huge = both(ctx, ctx.op(Op.FLT, BOOL, 2.0**126, size, of=F32), ctx.op(Op.FLT, BOOL, size, math.inf, of=F32))
    x_finite = ctx.op(Op.FLT, BOOL, ctx.op(Op.FABS, F32, x), math.inf, of=F32)
    return select(ctx, both(ctx, huge, x_finite), 0.0, _with_error(ctx, quotient), F32)


def _with_error(ctx: ModelContext, quotient: Value) -> Value:
    """A number near an unknown quotient; the quotient itself where it is known, 0, infinite or NaN."""
    if isinstance(quotient, float):
        return quotient
    result = approximate(ctx, F32, "a quotient of __fdividef")
    ends = [ctx.op(Op.FMUL, F32, quotient, 1 + sign * _DIVISION_ERROR) for sign in (-1, 1)]
    low, high = (ctx.op(op, F32, *ends) for op in (Op.FMIN, Op.FMAX))
    near = both(ctx, ctx.op(Op.FLE, BOOL, low, result, of=F32), ctx.op(Op.FLE, BOOL, result, high, of=F32))
    size = ctx.op(Op.FABS, F32, quotient)
    normal = both(ctx, ctx.op(Op.FLE, BOOL, 2.0**-120, size, of=F32), ctx.op(Op.FLT, BOOL, size, 2.0**127, of=F32))
    ctx.constrain(either(ctx, near, negation(ctx, normal)))
    return select(ctx, normal, result, quotient, F32)
