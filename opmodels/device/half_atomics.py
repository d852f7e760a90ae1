"""atomicAdd on 16-bit floats (CUDA C++ Programming Guide, "atomicAdd()"): of pairs each half is atomic by itself.

The functions that programs call are in opmodels/include, over these on the bits.
"""

from cudabmc.modelapi import F16, F32, I16, ModelContext, Op, Value
from opmodels.bfloat16 import rounded, widened
from opmodels.device.atomics import SCOPES, check_address
from opmodels.registry import ModelFunction, model


def _sum_of_halves(ctx: ModelContext, a: Value, b: Value) -> Value:
    total = ctx.op(Op.FADD, F16, *(ctx.op(Op.BITCAST, F16, bits, of=I16) for bits in (a, b)))
    return ctx.op(Op.BITCAST, I16, total, of=F16)


def _sum_of_bfloats(ctx: ModelContext, a: Value, b: Value) -> Value:
    return rounded(ctx, ctx.op(Op.FADD, F32, widened(ctx, a), widened(ctx, b)))


def _adding(total: object) -> ModelFunction:
    def add(ctx: ModelContext, address: Value, value: Value) -> Value:
        """*address += value on the bits of both; the result is the old value."""
        check_address(ctx, address)
        ctx.note("16-bit float atomicAdd calls whose results are unused count as commuting: rounding is not explored")
        old = ctx.load(address, I16)
        ctx.store(address, total(ctx, old, value), I16)  # type: ignore[operator]
        return old

    return add


for _name, _sum in (("half", _sum_of_halves), ("bfloat16", _sum_of_bfloats)):
    for _suffix, _scope in SCOPES.items():
        model(
            f"unsigned short __cudabmc_add_{_name}{_suffix}(unsigned short *address, unsigned short val)",
            host=False,
            access="atomic",
            result_unused_commutes=True,
            rounds=True,
            scope=_scope,
        )(_adding(_sum))
