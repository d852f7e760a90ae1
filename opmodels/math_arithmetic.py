"""Functions with exact results (C11 7.12.7.5, 7.12.10 to 7.12.13), on constants and terms alike."""

import math
from fractions import Fraction

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, ModelContext, Op, Type, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import either, select
from opmodels.math_overloads import binary, unary
from opmodels.registry import model, pure_model


def converted(ctx: ModelContext, x: Value, of: Type, type: Type) -> Value:
    """A floating-point value in another format."""
    return x if of == type else ctx.op(Op.FPCAST, type, x, of=of)


def arguments(ctx: ModelContext, *args: Value) -> list[Value]:
    """The arguments, in the type of the result."""
    return [converted(ctx, a, t, ctx.ret_type) for a, t in zip(args, ctx.arg_types, strict=False)]


@pure_model(*unary("sqrt"))
def sqrt(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.7.5: correctly rounded."""
    return ctx.op(Op.FSQRT, ctx.ret_type, x)


@pure_model(*unary("fabs"), "double abs(double x)", "float abs(float x)")
def fabs(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.7.2, and the C++ overloads of abs."""
    return ctx.op(Op.FABS, ctx.ret_type, x)


@pure_model(
    "double fma(double x, double y, double z)", "float fmaf(float x, float y, float z)",
    "float fma(float x, float y, float z)",
)  # fmt: skip
def fma(ctx: ModelContext, x: Value, y: Value, z: Value) -> Value:
    """C11 7.12.13.1: rounded once."""
    return ctx.op(Op.FMA, ctx.ret_type, x, y, z)


@pure_model(*binary("fmin"))
def fmin(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.12.3."""
    return ctx.op(Op.FMIN, ctx.ret_type, *arguments(ctx, x, y))


@pure_model(*binary("fmax"))
def fmax(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.12.2."""
    return ctx.op(Op.FMAX, ctx.ret_type, *arguments(ctx, x, y))


@pure_model(*binary("fmod"))
def fmod(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.10.1."""
    return ctx.op(Op.FREM, ctx.ret_type, *arguments(ctx, x, y))


@pure_model(*binary("fdim"))
def fdim(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.12.1: x - y if that is positive, else 0, and NaN if one of them is."""
    type = ctx.ret_type
    x, y = arguments(ctx, x, y)
    return select(ctx, ctx.op(Op.FLE, BOOL, x, y, of=type), 0.0, ctx.op(Op.FSUB, type, x, y), type)


@pure_model(*binary("remainder"))
def remainder(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.10.2. On terms arbitrary, but not greater than half of y."""
    type = ctx.ret_type
    x, y = arguments(ctx, x, y)
    if isinstance(x, float) and isinstance(y, float):
        defined = not (math.isinf(x) or y == 0.0) or math.isnan(x) or math.isnan(y)
        return math.remainder(x, y) if defined else math.nan
    result = approximate(ctx, type, f"{ctx.name} of unknown arguments")
    twice = ctx.op(Op.FMUL, type, 2.0, ctx.op(Op.FABS, type, result))
    small = ctx.op(Op.FLE, BOOL, twice, ctx.op(Op.FABS, type, y), of=type)
    ctx.constrain(either(ctx, small, ctx.op(Op.FISNAN, BOOL, result, of=type)))
    return result


@model(
    "double remquo(double x, double y, int *quo)", "float remquof(float x, float y, int *quo)",
    "float remquo(float x, float y, int *quo)",
)  # fmt: skip
def remquo(ctx: ModelContext, x: Value, y: Value, quo: Value) -> Value:
    """C11 7.12.10.3: *quo has the sign of x / y and the low three bits of the quotient, and any bits above them; of
    operands that are not known or are no numbers it is arbitrary."""
    result = remainder(ctx, x, y)
    if isinstance(x, float) and isinstance(y, float) and math.isfinite(x) and not math.isnan(y) and y != 0.0:
        exact = round(Fraction(x) / Fraction(y)) if math.isfinite(y) else 0
        above = ctx.op(Op.SHL, I32, ctx.nondet(I32, f"upper bits of the quotient of {ctx.name}()", 0, 0xFFFFFF), 3)
        magnitude = ctx.op(Op.ADD, I32, above, abs(exact) % 8)
        ctx.store(quo, ctx.op(Op.NEG, I32, magnitude) if exact < 0 else magnitude, I32)
    else:
        ctx.store(quo, approximate(ctx, I32, f"the quotient of {ctx.name} of unknown arguments"), I32)
    return result


def with_sign_of(ctx: ModelContext, x: Value, y: Value, type: Type) -> Value:
    """copysign."""
    size = ctx.op(Op.FABS, type, x)
    return select(ctx, ctx.op(Op.FSIGNBIT, BOOL, y, of=type), ctx.op(Op.FNEG, type, size), size, type)


@pure_model(*binary("copysign"))
def copysign(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.11.1."""
    x, y = arguments(ctx, x, y)
    return with_sign_of(ctx, x, y, ctx.ret_type)


@pure_model(
    "double nextafter(double x, double y)", "float nextafterf(float x, float y)", "float nextafter(float x, float y)"
)
def nextafter(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.11.3, on the bits: the integers of floats of one sign are ordered as the floats are."""
    type = ctx.ret_type
    grows = ctx.op(Op.FLT, BOOL, x, y, of=type)
    moved = neighbour(ctx, x, grows, type)
    moved = select(ctx, ctx.op(Op.FEQ, BOOL, x, y, of=type), y, moved, type)
    unordered = either(ctx, *(ctx.op(Op.FISNAN, BOOL, v, of=type) for v in (x, y)))
    return select(ctx, unordered, ctx.op(Op.FADD, type, x, y), moved, type)


def neighbour(ctx: ModelContext, x: Value, up: Value, type: Type) -> Value:
    """The next number above or below one that is no NaN."""
    assert type in (F32, F64)
    bits = I32 if type == F32 else I64
    pattern = ctx.op(Op.BITCAST, bits, x, of=type)
    outwards = ctx.op(Op.EQ, BOOL, ctx.op(Op.FLT, BOOL, 0.0, x, of=type), up, of=BOOL)
    step = select(ctx, outwards, 1, (1 << bits.width) - 1, bits)
    moved = ctx.op(Op.BITCAST, type, ctx.op(Op.ADD, bits, pattern, step), of=bits)
    least = ctx.op(Op.BITCAST, type, 1, of=bits)
    from_zero = select(ctx, up, least, ctx.op(Op.FNEG, type, least), type)
    return select(ctx, ctx.op(Op.FEQ, BOOL, x, 0.0, of=type), from_zero, moved, type)
