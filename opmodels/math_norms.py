"""Lengths of vectors, and reciprocal roots (C11 7.12.7.3; CUDA Math API: hypot to rnorm4d, rsqrt).

For float the length is the root of the sum of squares in double, rounded (as glibc has hypotf), on
terms as well. For double it is exact on constants alone.
"""

import math

from cudabmc.modelapi import BOOL, F32, F64, ModelContext, Op, Type, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, either, select
from opmodels.math_arithmetic import arguments, converted
from opmodels.math_overloads import binary, nary, unary
from opmodels.math_transcendental import NOTE, between
from opmodels.registry import pure_model


def _length(ctx: ModelContext, args: list[Value]) -> Value:
    """The length in double precision of a vector of the type of the result."""
    type = ctx.ret_type
    wide = [converted(ctx, a, type, F64) for a in args]
    if type == F64 and all(isinstance(a, float) for a in wide):
        ctx.note(NOTE)
        return math.hypot(*(a for a in wide if isinstance(a, float)))
    infinite = either(ctx, *(ctx.op(Op.FISINF, BOOL, a, of=F64) for a in wide))
    if type == F32:
        ctx.note(NOTE)
        total: Value = 0.0
        for a in wide:
            total = ctx.op(Op.FADD, F64, total, ctx.op(Op.FMUL, F64, a, a))
        return select(ctx, infinite, math.inf, ctx.op(Op.FSQRT, F64, total), F64)
    result = approximate(ctx, F64, f"{ctx.name} of unknown arguments")
    sizes = [ctx.op(Op.FABS, F64, a) for a in wide]
    longest = both(ctx, *(ctx.op(Op.FLE, BOOL, size, result, of=F64) for size in sizes))
    unordered = either(ctx, *(ctx.op(Op.FISNAN, BOOL, a, of=F64) for a in wide))
    not_a_number = both(ctx, unordered, ctx.op(Op.FISNAN, BOOL, result, of=F64))
    ctx.constrain(either(ctx, both(ctx, longest, between(ctx, 0.0, result, math.inf, F64)), not_a_number, infinite))
    return select(ctx, infinite, math.inf, result, F64)


def _inverse(ctx: ModelContext, x: Value, type: Type) -> Value:
    return ctx.op(Op.FDIV, type, 1.0, x)


@pure_model(*binary("hypot"), *nary("norm3d", 3), *nary("norm4d", 4))
def length(ctx: ModelContext, *args: Value) -> Value:
    """C11 7.12.7.3, and the same of three and four numbers."""
    return converted(ctx, _length(ctx, arguments(ctx, *args)), F64, ctx.ret_type)


@pure_model(*nary("rhypot", 2), *nary("rnorm3d", 3), *nary("rnorm4d", 4))
def inverse_length(ctx: ModelContext, *args: Value) -> Value:
    """One divided by the length, which may itself be too large for a number."""
    if ctx.ret_type == F64 and all(isinstance(a, float) and math.isfinite(a) for a in args):
        ctx.note(NOTE)
        eighth = math.hypot(*(a / 8.0 for a in args if isinstance(a, float)))
        if eighth > 1.0:  # the division has lost nothing
            return 1.0 / eighth / 8.0
    return converted(ctx, _inverse(ctx, _length(ctx, arguments(ctx, *args)), F64), F64, ctx.ret_type)


@pure_model(*unary("rsqrt"))
def rsqrt(ctx: ModelContext, x: Value) -> Value:
    """1 / sqrt(x), rounded twice; the device's is within 2 ulp."""
    ctx.note(NOTE)
    return _inverse(ctx, ctx.op(Op.FSQRT, ctx.ret_type, x), ctx.ret_type)


@pure_model(*unary("rcbrt"))
def rcbrt(ctx: ModelContext, x: Value) -> Value:
    """1 / cbrt(x)."""
    root = ctx.applied("double cbrt(double x)", F64, converted(ctx, x, ctx.ret_type, F64))
    return converted(ctx, _inverse(ctx, root, F64), F64, ctx.ret_type)
