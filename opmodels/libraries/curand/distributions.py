"""The ranges of the distributions (cuRAND reference, "Distributions" of the host and the device API)."""

import math

from cudabmc.modelapi import BOOL, I32, I64, FloatType, ModelContext, Op, Type, Value
from opmodels.libc.expression import both, either


def bits(ctx: ModelContext, type: Type) -> Value:
    """All bits are random: every integer of the type."""
    assert type in (I32, I64)
    return ctx.nondet(type, f"{ctx.name}()")


def uniform(ctx: ModelContext, type: FloatType) -> Value:
    """From 0.0 to 1.0, "where 1.0 is included and 0.0 is excluded"."""
    x = ctx.nondet(type, f"{ctx.name}()")
    ctx.constrain(both(ctx, ctx.op(Op.FLT, BOOL, 0.0, x, of=type), ctx.op(Op.FLE, BOOL, x, 1.0, of=type)))
    return x


def normal(ctx: ModelContext, type: FloatType) -> Value:
    """Every finite number: the tails have no end that the reference would name."""
    x = ctx.nondet(type, f"{ctx.name}()")
    ctx.constrain(finite(ctx, x, type))
    return x


def scaled_normal(ctx: ModelContext, type: FloatType, mean: Value, deviation: Value) -> Value:
    """A normal distribution with a mean and a deviation: finite if these are."""
    x = ctx.nondet(type, f"{ctx.name}()")
    ctx.constrain(either(ctx, finite(ctx, x, type), _strange(ctx, type, mean, deviation)))
    return x


def log_normal(ctx: ModelContext, type: FloatType, mean: Value, deviation: Value) -> Value:
    """exp of a normal distribution: not negative, infinite where it is too large for the type."""
    x = ctx.nondet(type, f"{ctx.name}()")
    ctx.constrain(either(ctx, ctx.op(Op.FLE, BOOL, 0.0, x, of=type), _strange(ctx, type, mean, deviation)))
    return x


def finite(ctx: ModelContext, x: Value, type: FloatType) -> Value:
    """Neither infinite nor NaN."""
    return ctx.op(Op.FLT, BOOL, ctx.op(Op.FABS, type, x), math.inf, of=type)


def _strange(ctx: ModelContext, type: FloatType, *parameters: Value) -> Value:
    """Is one of the parameters not finite?"""
    return ctx.op(Op.NOT, BOOL, both(ctx, *(finite(ctx, p, type) for p in parameters)))
