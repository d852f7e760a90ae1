"""Rounding towards zero, up and down (CUDA Math API: the suffixes _rz, _ru and _rd).

A result is that of rounding to nearest, or its neighbour on the side of the exact one. Which of them it is, is
calculated with fractions where the operands are known, and left open where they are not.
"""

import math
from collections.abc import Callable
from fractions import Fraction

from cudabmc.modelapi import BOOL, F32, F64, ModelContext, Op, Type, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, either, negation, select
from opmodels.math_arithmetic import neighbour

ComparesExactly = Callable[[Fraction], int]
"""Is the exact result less than (-1), equal to (0) or greater than (1) this one?"""


def compare_with(exact: Fraction) -> ComparesExactly:
    """The comparison for a result that is a fraction."""
    return lambda other: (exact > other) - (exact < other)


def compare_root(square: Fraction) -> ComparesExactly:
    """The comparison for the square root of a fraction."""
    return lambda other: 1 if other < 0 else (square > other * other) - (square < other * other)


def directed(ctx: ModelContext, nearest: Value, exact: ComparesExactly | None, mode: str, type: Type) -> Value:
    """`nearest`, moved to where the rounding mode (rn, rz, ru, rd) has it. `exact` is None where the operands are not
    known, or are no numbers: then infinities and NaN are what they are in every mode."""
    if mode == "rn":
        return nearest
    if isinstance(nearest, float):
        return nearest if exact is None else _known(ctx, nearest, exact, mode, type)
    what = f"the last place of {ctx.name} of unknown operands"
    moves = both(ctx, _may_move(ctx, nearest, mode, type), approximate(ctx, BOOL, what))
    return select(ctx, moves, _moved(ctx, nearest, mode, type), nearest, type)


def from_double(ctx: ModelContext, exact: Value, mode: str) -> Value:
    """A float from a double that holds the exact result: exact on terms, too."""
    near = ctx.op(Op.FPCAST, F32, exact, of=F64)
    if mode == "rn":
        return near
    back = ctx.op(Op.FPCAST, F64, near, of=F32)
    too_small, too_large = ctx.op(Op.FLT, BOOL, back, exact, of=F64), ctx.op(Op.FLT, BOOL, exact, back, of=F64)
    negative = ctx.op(Op.FLT, BOOL, exact, 0.0, of=F64)
    wrong = {"ru": too_small, "rd": too_large, "rz": select(ctx, negative, too_small, too_large, BOOL)}[mode]
    return select(ctx, wrong, _moved(ctx, near, mode, F32), near, F32)


def _known(ctx: ModelContext, nearest: float, exact: ComparesExactly, mode: str, type: Type) -> Value:
    if math.isnan(nearest):
        return nearest
    if math.isinf(nearest):
        side = -1 if nearest > 0 else 1  # it overflowed: the exact one is smaller
    else:
        side = exact(Fraction(nearest))
    up = mode == "ru" or (mode == "rz" and nearest < 0.0)
    if mode == "rz" and nearest == 0.0:
        return nearest
    return neighbour(ctx, nearest, up, type) if side == (1 if up else -1) else nearest


def _moved(ctx: ModelContext, x: Value, mode: str, type: Type) -> Value:
    if mode != "rz":
        return neighbour(ctx, x, mode == "ru", type)
    negative = ctx.op(Op.FLT, BOOL, x, 0.0, of=type)
    return select(ctx, negative, neighbour(ctx, x, True, type), neighbour(ctx, x, False, type), type)


def _may_move(ctx: ModelContext, x: Value, mode: str, type: Type) -> Value:
    """NaN stays, zero is not left towards zero, and an infinity is not left outwards."""
    stays = ctx.op(Op.FISNAN, BOOL, x, of=type)
    if mode == "rz":
        stays = either(ctx, stays, ctx.op(Op.FEQ, BOOL, x, 0.0, of=type))
    else:
        stays = either(ctx, stays, ctx.op(Op.FEQ, BOOL, x, math.inf if mode == "ru" else -math.inf, of=type))
    return negation(ctx, stays)
