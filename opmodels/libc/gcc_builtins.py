"""Bit counting and byte order of gcc (GCC manual, "Other Builtins"): host code compiles with gcc."""

from cudabmc.modelapi import BOOL, I32, IntType, ModelContext, Op, Value
from opmodels.math_device_integer import count_ones, leading_zeros, lowest_one
from opmodels.registry import model

_WIDTHS = {"": "int", "l": "long", "ll": "long long"}


def _signatures(name: str, unsigned: bool = True) -> list[str]:
    prefix = "unsigned " if unsigned else ""
    return [f"int __builtin_{name}{suffix}({prefix}{ctype} x)" for suffix, ctype in _WIDTHS.items()]


@model(*_signatures("popcount"))
def popcount(ctx: ModelContext, x: Value) -> Value:
    """The number of bits that are set."""
    return count_ones(ctx, x)


@model(*_signatures("parity"))
def parity(ctx: ModelContext, x: Value) -> Value:
    """Is the number of bits that are set odd?"""
    return ctx.op(Op.AND, I32, count_ones(ctx, x), 1)


@model(*_signatures("ffs", unsigned=False))
def first_set(ctx: ModelContext, x: Value) -> Value:
    """The position of the lowest one, counted from 1; 0 for 0."""
    return lowest_one(ctx, x)


@model(*_signatures("clz"))
def zeros_above(ctx: ModelContext, x: Value) -> Value:
    """The number of zeros above the highest one. Undefined for 0."""
    _require_one(ctx, x)
    return leading_zeros(ctx, x)


@model(*_signatures("ctz"))
def zeros_below(ctx: ModelContext, x: Value) -> Value:
    """The number of zeros below the lowest one. Undefined for 0."""
    _require_one(ctx, x)
    return ctx.op(Op.SUB, I32, lowest_one(ctx, x), 1)


def _require_one(ctx: ModelContext, x: Value) -> None:
    ctx.require(ctx.op(Op.NE, BOOL, x, 0, of=ctx.arg_types[0]), "api-misuse", f"{ctx.name}(0) is undefined")


@model(
    "unsigned short __builtin_bswap16(unsigned short x)",
    "unsigned int __builtin_bswap32(unsigned int x)",
    "unsigned long __builtin_bswap64(unsigned long x)",
)
def swap_bytes(ctx: ModelContext, x: Value) -> Value:
    """The bytes in opposite order."""
    type = ctx.ret_type
    assert isinstance(type, IntType)
    if isinstance(x, int):
        return int.from_bytes(x.to_bytes(type.size, "little"), "big")
    result: Value = 0
    for shift in range(0, type.width, 8):
        byte = ctx.op(Op.AND, type, ctx.op(Op.LSHR, type, x, shift), 0xFF)
        result = ctx.op(Op.OR, type, result, ctx.op(Op.SHL, type, byte, type.width - 8 - shift))
    return result
