"""Quotient and remainder at once (C11 7.22.6.2). Through clang the definitions in opmodels/cxx/runtime/division.cpp
take their place, for there a small structure is returned in registers."""

from cudabmc.modelapi import BOOL, I32, I64, IntType, ModelContext, Op, Value
from opmodels.libc.expression import both, eq, negation
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import declare, model

for _prefix, _ctype in (("", "int"), ("l", "long"), ("ll", "long long")):
    declare(f"typedef struct {{ {_ctype} quot; {_ctype} rem; }} {_prefix}div_t;", types=(f"{_prefix}div_t",))


@model(
    "div_t div(int numer, int denom)", "ldiv_t ldiv(long numer, long denom)",
    "lldiv_t lldiv(long long numer, long long denom)", device=False,
)  # fmt: skip
def divide(ctx: ModelContext, result: Value, numer: Value, denom: Value) -> None:
    """C11 7.22.6.2: as / and % have it; a quotient that cannot be represented is undefined."""
    type: IntType = I32 if ctx.name == "div" else I64
    zero = eq(ctx, denom, 0, type)
    ctx.require(negation(ctx, zero), "division-by-zero", f"{ctx.name} divides by zero")
    lowest, minus_one = 1 << (type.width - 1), unsigned(-1, type.width)
    overflow = both(ctx, eq(ctx, numer, lowest, type), eq(ctx, denom, minus_one, type))
    ctx.require(ctx.op(Op.NOT, BOOL, overflow), "signed-overflow", f"the quotient of {ctx.name} is too large")
    if zero is True:
        return
    ctx.store(result, ctx.op(Op.SDIV, type, numer, denom), type)
    ctx.store(ctx.add(result, type.size), ctx.op(Op.SREM, type, numer, denom), type)
