"""Taking numbers apart and scaling them (C11 7.12.6), exact on constants and terms."""

import math

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, FloatType, IntType, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import either, narrow, select, widen
from opmodels.libc.twos_complement import signed
from opmodels.math_arithmetic import with_sign_of
from opmodels.registry import model, pure_model

_SHIFT = 64
"""Subnormal numbers are multiplied by 2**64 to make them normal."""


def exponent_and_fraction(ctx: ModelContext, x: Value, type: FloatType) -> tuple[Value, Value]:
    """frexp of a finite x != 0: its exponent (I32), and its fraction with 0.5 <= |fraction| < 1."""
    bits = IntType(type.width)
    mantissa_width = 52 if type == F64 else 23
    bias = 1022 if type == F64 else 126
    field = (2 * bias + 3) << mantissa_width
    small = ctx.op(Op.FLT, BOOL, ctx.op(Op.FABS, type, x), math.ldexp(1.0, 1 - bias), of=type)
    scaled = select(ctx, small, ctx.op(Op.FMUL, type, x, math.ldexp(1.0, _SHIFT)), x, type)
    pattern = ctx.op(Op.BITCAST, bits, scaled, of=type)
    stored = ctx.op(Op.LSHR, bits, ctx.op(Op.AND, bits, pattern, field), mantissa_width)
    exponent = ctx.op(Op.SUB, I32, narrow(ctx, stored, bits, I32), select(ctx, small, bias + _SHIFT, bias, I32))
    rest = ctx.op(Op.AND, bits, pattern, ((1 << bits.width) - 1) ^ field)
    return exponent, ctx.op(Op.BITCAST, type, ctx.op(Op.OR, bits, rest, bias << mantissa_width), of=bits)


def _has_no_exponent(ctx: ModelContext, x: Value, type: FloatType) -> Value:
    """Zero, infinite or NaN."""
    zero = ctx.op(Op.FEQ, BOOL, x, 0.0, of=type)
    return either(ctx, zero, ctx.op(Op.FISINF, BOOL, x, of=type), ctx.op(Op.FISNAN, BOOL, x, of=type))


@model("double frexp(double x, int *exp)", "float frexpf(float x, int *exp)", "float frexp(float x, int *exp)")
def frexp(ctx: ModelContext, x: Value, exp: Value) -> Value:
    """C11 7.12.6.4; the exponent of infinities and NaN is unspecified, here 0 as in glibc."""
    type = ctx.ret_type
    assert isinstance(type, FloatType)
    exponent, fraction = exponent_and_fraction(ctx, x, type)
    special = _has_no_exponent(ctx, x, type)
    ctx.store(exp, select(ctx, special, 0, exponent, I32), I32)
    return select(ctx, special, x, fraction, type)


@pure_model("int ilogb(double x)", "int ilogbf(float x)", "int ilogb(float x)")
def ilogb(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.6.5: INT_MIN for zero and NaN (glibc's FP_ILOGB0 and FP_ILOGBNAN), INT_MAX for infinities."""
    type = ctx.arg_types[0]
    assert isinstance(type, FloatType)
    exponent, _ = exponent_and_fraction(ctx, x, type)
    infinite = ctx.op(Op.FISINF, BOOL, x, of=type)
    none = select(ctx, infinite, (1 << 31) - 1, 1 << 31, I32)
    return select(ctx, _has_no_exponent(ctx, x, type), none, ctx.op(Op.SUB, I32, exponent, 1), I32)


@pure_model("double logb(double x)", "float logbf(float x)", "float logb(float x)")
def logb(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.6.11: -inf for zero, inf for infinities."""
    type = ctx.ret_type
    assert isinstance(type, FloatType)
    exponent, _ = exponent_and_fraction(ctx, x, type)
    finite = ctx.op(Op.SITOFP, type, ctx.op(Op.SUB, I32, exponent, 1), of=I32)
    zero = ctx.op(Op.FEQ, BOOL, x, 0.0, of=type)
    special = select(ctx, zero, -math.inf, ctx.op(Op.FMUL, type, x, x), type)
    return select(ctx, _has_no_exponent(ctx, x, type), special, finite, type)


@pure_model(
    "double ldexp(double x, int exp)", "float ldexpf(float x, int exp)", "float ldexp(float x, int exp)",
    "double scalbn(double x, int exp)", "float scalbnf(float x, int exp)", "float scalbn(float x, int exp)",
    "double scalbln(double x, long exp)", "float scalblnf(float x, long exp)", "float scalbln(float x, long exp)",
)  # fmt: skip
def ldexp(ctx: ModelContext, x: Value, exp: Value) -> Value:
    """C11 7.12.6.6, 7.12.6.13: exact on terms for a known exponent of a normal power of two."""
    type = ctx.ret_type
    power = widen(ctx, exp, ctx.arg_types[1], I64)
    if not isinstance(power, int):
        return approximate(ctx, type, f"{ctx.name} with an unknown exponent")
    power = signed(power, 64)
    if isinstance(x, float):
        return _scaled(ctx, x, power)
    least, most = (-1022, 1023) if type == F64 else (-126, 127)
    if least <= power <= most:
        return ctx.op(Op.FMUL, type, x, math.ldexp(1.0, power))
    return approximate(ctx, type, f"{ctx.name} with the exponent {power}")


def _scaled(ctx: ModelContext, x: float, power: int) -> Value:
    """x * 2**power in the type of the result. A float is rounded once, from its exact value: math.ldexp
    is exact in double unless the result is below all floats or above them."""
    try:
        result = math.ldexp(x, power)
    except OverflowError:
        result = math.copysign(math.inf, x)
    return result if ctx.ret_type == F64 else ctx.op(Op.FPCAST, F32, result, of=F64)


@model("double modf(double x, double *iptr)", "float modff(float x, float *iptr)", "float modf(float x, float *iptr)")
def modf(ctx: ModelContext, x: Value, iptr: Value) -> Value:
    """C11 7.12.6.12: both parts have the sign of x."""
    type = ctx.ret_type
    whole = ctx.op(Op.FTRUNC, type, x)
    ctx.store(iptr, whole, type)
    infinite = ctx.op(Op.FISINF, BOOL, x, of=type)
    return with_sign_of(ctx, select(ctx, infinite, 0.0, ctx.op(Op.FSUB, type, x, whole), type), x, type)
