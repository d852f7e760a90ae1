"""From a coordinate to the elements of a texture (CUDA C++ Programming Guide, "Texture Fetching").

Coordinates are computed in double precision, where the product of a float and a size is exact. The hardware computes
with fewer bits: a normalized coordinate within `_NEAR` of the border between two elements, but not on it, was seen to
give either one, if the size is not a power of two (on an H200), so that both are looked at if rounding is arbitrary.
"""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, F32, F64, I64, ModelContext, Op, Value
from opmodels.runtime.texture_types import AddressMode

_FAR = 2.0**40  # beyond all sizes; keeps the conversion to an integer in range
_NEAR = 2.0**-20  # elements for each element of the size; four times what was seen


_NEAREST = (
    "the weights of linear filtering are the nearest multiples of 1/256, and coordinates are exact"
    " (--arbitrary textures lifts that)"
)


def rounds_as_known(ctx: ModelContext) -> bool:
    """Does the hardware round in the way that is taken for known? Then the report says so."""
    if ctx.is_arbitrary("textures"):
        return False
    ctx.note(_NEAREST)
    return True


@dataclass(frozen=True, slots=True)
class TexelIndex:
    """An index along one dimension, and whether it is inside of the texture."""

    index: Value
    inside: Value = True


@dataclass(frozen=True, slots=True)
class Between:
    """The two elements that a coordinate lies between, and the weight of the second."""

    first: TexelIndex
    second: TexelIndex
    weight: Value


def _scaled(ctx: ModelContext, coordinate: Value, size: Value, normalized: bool) -> Value:
    """The coordinate in elements, within what an integer holds; not a number counts as 0."""
    wide = ctx.op(Op.FPCAST, F64, coordinate, of=F32)
    if normalized:
        wide = ctx.op(Op.FMUL, F64, wide, ctx.op(Op.UITOFP, F64, size, of=I64))
    wide = ctx.op(Op.SELECT, F64, ctx.op(Op.FISNAN, BOOL, wide, of=F64), 0.0, wide)
    return ctx.op(Op.FMAX, F64, ctx.op(Op.FMIN, F64, wide, _FAR), -_FAR)


def placed(ctx: ModelContext, index: Value, size: Value, mode: AddressMode) -> TexelIndex:
    """The element that the addressing mode gives for an index, which is signed."""
    if mode is AddressMode.Wrap:
        return TexelIndex(_modulo(ctx, index, size))
    if mode is AddressMode.Mirror:
        there = _modulo(ctx, index, ctx.op(Op.MUL, I64, size, 2))
        back = ctx.op(Op.SUB, I64, ctx.op(Op.MUL, I64, size, 2), ctx.op(Op.ADD, I64, there, 1))
        return TexelIndex(ctx.op(Op.SELECT, I64, ctx.op(Op.ULT, BOOL, there, size, of=I64), there, back))
    clamped = clamp(ctx, index, size)
    if mode is AddressMode.Border:
        return TexelIndex(clamped, ctx.op(Op.EQ, BOOL, clamped, index, of=I64))
    return TexelIndex(clamped)


def clamp(ctx: ModelContext, index: Value, size: Value) -> Value:
    """A signed index moved to the nearest of 0 to size - 1."""
    last = ctx.op(Op.SUB, I64, size, 1)
    low = ctx.op(Op.SELECT, I64, ctx.op(Op.SLT, BOOL, index, 0, of=I64), 0, index)
    return ctx.op(Op.SELECT, I64, ctx.op(Op.SLT, BOOL, last, low, of=I64), last, low)


def _modulo(ctx: ModelContext, index: Value, size: Value) -> Value:
    """index mod size, never negative."""
    rest = ctx.op(Op.SREM, I64, index, size)
    return ctx.op(Op.SELECT, I64, ctx.op(Op.SLT, BOOL, rest, 0, of=I64), ctx.op(Op.ADD, I64, rest, size), rest)


def nearest(ctx: ModelContext, coordinate: Value, size: Value, mode: AddressMode, normalized: bool) -> TexelIndex:
    """Point sampling: element floor(x)."""
    at = _scaled(ctx, coordinate, size, normalized)
    index = _floor(ctx, at)
    if normalized:
        reach = ctx.op(Op.SELECT, F64, _is_told_apart(ctx, at, size), 0.0, _reach(ctx, size))
        below, above = (_floor(ctx, ctx.op(op, F64, at, reach)) for op in (Op.FSUB, Op.FADD))
        same = ctx.op(Op.EQ, BOOL, below, above, of=I64)
        if not ctx.is_const(same) or not (ctx.decide(same) or rounds_as_known(ctx)):
            index = ctx.op(Op.SELECT, I64, ctx.nondet(BOOL, f"{ctx.name}: the element at a border"), above, below)
    return placed(ctx, index, size, mode)


def _reach(ctx: ModelContext, size: Value) -> Value:
    return ctx.op(Op.FMUL, F64, ctx.op(Op.UITOFP, F64, size, of=I64), _NEAR)


def _is_told_apart(ctx: ModelContext, at: Value, size: Value) -> Value:
    """Has the hardware enough bits for a place among so many elements?"""
    on_border = ctx.op(Op.FEQ, BOOL, at, ctx.op(Op.FFLOOR, F64, at), of=F64)
    rest = ctx.op(Op.AND, I64, size, ctx.op(Op.SUB, I64, size, 1))
    return ctx.op(Op.OR, BOOL, on_border, ctx.op(Op.EQ, BOOL, rest, 0, of=I64))


def _floor(ctx: ModelContext, at: Value) -> Value:
    return ctx.op(Op.FPTOSI, I64, ctx.op(Op.FFLOOR, F64, at), of=F64)


def between(ctx: ModelContext, coordinate: Value, size: Value, mode: AddressMode, normalized: bool) -> Between:
    """Linear filtering: elements i and i + 1 with i = floor(x - 0.5), the fraction being the weight."""
    at = ctx.op(Op.FSUB, F64, _scaled(ctx, coordinate, size, normalized), 0.5)
    below = ctx.op(Op.FFLOOR, F64, at)
    index = ctx.op(Op.FPTOSI, I64, below, of=F64)
    weight = ctx.op(Op.FSUB, F64, at, below)
    second = placed(ctx, ctx.op(Op.ADD, I64, index, 1), size, mode)
    return Between(placed(ctx, index, size, mode), second, weight)
