"""atomicAdd on 16-bit floats (CUDA C++ Programming Guide, "atomicAdd()"): of pairs each half is atomic by itself.

The functions that programs call are in opmodels/include, over these on the bits.
"""

from cudabmc.modelapi import BOOL, F16, F32, I16, I32, ModelContext, Op, Type, Value
from opmodels.device.atomics import SCOPES, check_address
from opmodels.registry import ModelFunction, model

_NOT_A_NUMBER = 0x7FFF


def _sum_of_halves(ctx: ModelContext, a: Value, b: Value) -> Value:
    total = ctx.op(Op.FADD, F16, *(ctx.op(Op.BITCAST, F16, bits, of=I16) for bits in (a, b)))
    return ctx.op(Op.BITCAST, I16, total, of=F16)


def _sum_of_bfloats(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The upper halves of two floats: their sum rounds to the nearest upper half, to even if it is in the middle."""

    def word(op: Op, x: Value, y: Value, type: Type = I32) -> Value:
        return ctx.op(op, type, x, y, of=I32)

    def wide(bits: Value) -> Value:
        return ctx.op(Op.BITCAST, F32, word(Op.SHL, ctx.op(Op.ZEXT, I32, bits, of=I16), 16), of=I32)

    total = ctx.op(Op.FADD, F32, wide(a), wide(b))
    bits = ctx.op(Op.BITCAST, I32, total, of=F32)
    odd = word(Op.AND, word(Op.LSHR, bits, 16), 1)
    rounded = word(Op.LSHR, word(Op.ADD, word(Op.ADD, bits, 0x7FFF), odd), 16)
    is_number = ctx.op(Op.FEQ, BOOL, total, total, of=F32)
    return ctx.op(Op.TRUNC, I16, ctx.op(Op.SELECT, I32, is_number, rounded, _NOT_A_NUMBER), of=I32)


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
