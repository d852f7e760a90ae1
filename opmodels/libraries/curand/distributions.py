"""The ranges of the distributions (cuRAND reference, "Distributions" of the host and the device API)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cudabmc.modelapi import BOOL, FloatType, ModelContext, Op, Type, Value
from opmodels.libc.expression import both, either

_Condition = Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Which numbers of a type there may be; what else they depend on is parameters."""

    condition: _Condition

    def arbitrary(self, ctx: ModelContext, type: Type, *parameters: Value) -> Value:
        """Any of them."""
        x = ctx.nondet(type, f"{ctx.name}()")
        ctx.constrain(self.condition(ctx, type, x, *parameters))
        return x

    def of_last(
        self, ctx: ModelContext, type: Type, count: int, *parameters: Value
    ) -> Callable[[Sequence[Value]], Value]:
        """The condition that the last `count` of some values are such numbers."""

        def holds(values: Sequence[Value]) -> Value:
            return both(ctx, *(self.condition(ctx, type, x, *parameters) for x in values[-count:]))

        return holds


def _anything(ctx: ModelContext, type: Type, x: Value, *parameters: Value) -> Value:
    return True


def _unit_interval(ctx: ModelContext, type: FloatType, x: Value) -> Value:
    return both(ctx, ctx.op(Op.FLT, BOOL, 0.0, x, of=type), ctx.op(Op.FLE, BOOL, x, 1.0, of=type))


def _finite(ctx: ModelContext, type: FloatType, x: Value) -> Value:
    """Neither infinite nor NaN."""
    return ctx.op(Op.FLT, BOOL, ctx.op(Op.FABS, type, x), math.inf, of=type)


def _scaled(ctx: ModelContext, type: FloatType, x: Value, mean: Value, deviation: Value) -> Value:
    return either(ctx, _finite(ctx, type, x), _strange(ctx, type, mean, deviation))


def _not_negative(ctx: ModelContext, type: FloatType, x: Value, mean: Value, deviation: Value) -> Value:
    return either(ctx, ctx.op(Op.FLE, BOOL, 0.0, x, of=type), _strange(ctx, type, mean, deviation))


def _strange(ctx: ModelContext, type: FloatType, *parameters: Value) -> Value:
    """Is one of the parameters not finite?"""
    return ctx.op(Op.NOT, BOOL, both(ctx, *(_finite(ctx, type, p) for p in parameters)))


BITS = Distribution(_anything)
"""All bits are random: every integer of the type. So is every number of a Poisson distribution, which has no largest
one."""

UNIFORM = Distribution(_unit_interval)
"""From 0.0 to 1.0, "where 1.0 is included and 0.0 is excluded"."""

NORMAL = Distribution(_finite)
"""Mean 0, deviation 1: every finite number, for the tails have no end that the reference would name."""

SCALED_NORMAL = Distribution(_scaled)
"""A normal distribution with a mean and a deviation: finite if these are."""

LOG_NORMAL = Distribution(_not_negative)
"""exp of a normal distribution: not negative, infinite where it is too large for the type."""
