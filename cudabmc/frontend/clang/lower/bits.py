"""Bit counting, byte order, funnel shifts, saturating and overflowing arithmetic (LangRef, 'Bit Manipulation
Intrinsics', 'Arithmetic with Overflow Intrinsics', 'Saturation Arithmetic Intrinsics')."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.frontend.clang.lower.model_calls import model_call
from cudabmc.frontend.clang.lower.operands import scalar
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, I32, I64, IntType, Type

_POPULATION = {32: "int __builtin_popcount(unsigned int x)", 64: "int __builtin_popcountll(unsigned long long x)"}
_LEADING = {32: "int __clz(int x)", 64: "int __clzll(long long x)"}


def _widened(ctx: FunctionContext, x: Operand, type: IntType) -> tuple[Operand, IntType]:
    """x in 32 or 64 bits, zeros above."""
    if type.width in (32, 64):
        return x, type
    if type.width > 64:
        raise UnsupportedError("bit counting on 128 bits", ctx.loc)
    wide = I32 if type.width < 32 else I64
    return ctx.assign(Op.ZEXT, (x,), wide, type), wide


def _resized(ctx: FunctionContext, x: Operand, of: IntType, type: IntType) -> Operand:
    if of == type:
        return x
    return ctx.assign(Op.ZEXT if type.width > of.width else Op.TRUNC, (x,), type, of)


def population(ctx: FunctionContext, type: IntType, x: Operand) -> Operand:
    """llvm.ctpop."""
    wide, kind = _widened(ctx, x, type)
    return _resized(ctx, model_call(ctx, _POPULATION[kind.width], (wide,), (kind,), I32), I32, type)


def leading_zeros(ctx: FunctionContext, type: IntType, x: Operand) -> Operand:
    """llvm.ctlz; the width for 0."""
    wide, kind = _widened(ctx, x, type)
    found = model_call(ctx, _LEADING[kind.width], (wide,), (kind,), I32)
    if kind.width > type.width:
        found = ctx.assign(Op.SUB, (found, Const(kind.width - type.width, I32)), I32)
    return _resized(ctx, found, I32, type)


def trailing_zeros(ctx: FunctionContext, type: IntType, x: Operand) -> Operand:
    """llvm.cttz: the ones below the lowest one, ~x & (x - 1), counted; the width for 0."""
    less = ctx.assign(Op.SUB, (x, Const(1, type)), type)
    below = ctx.assign(Op.AND, (ctx.assign(Op.NOT, (x,), type), less), type)
    return population(ctx, type, below)


def byte_swap(ctx: FunctionContext, type: IntType, x: Operand) -> Operand:
    """llvm.bswap."""
    found: Operand = Const(0, type)
    for byte in range(type.size):
        part = ctx.assign(Op.LSHR, (x, Const(8 * byte, type)), type)
        part = ctx.assign(Op.AND, (part, Const(255, type)), type)
        part = ctx.assign(Op.SHL, (part, Const(8 * (type.size - 1 - byte), type)), type)
        found = ctx.assign(Op.OR, (found, part), type)
    return found


def bit_reverse(ctx: FunctionContext, type: IntType, x: Operand) -> Operand:
    """llvm.bitreverse: neighbours exchanged at distances 1, 2, 4, ... (Hacker's Delight, 7-1)."""
    distance = 1
    while distance < type.width:
        mask = sum(((1 << distance) - 1) << at for at in range(0, type.width, 2 * distance))
        low = ctx.assign(Op.AND, (ctx.assign(Op.LSHR, (x, Const(distance, type)), type), Const(mask, type)), type)
        high = ctx.assign(Op.SHL, (ctx.assign(Op.AND, (x, Const(mask, type)), type), Const(distance, type)), type)
        x = ctx.assign(Op.OR, (low, high), type)
        distance *= 2
    return x


def funnel_shift(ctx: FunctionContext, type: IntType, a: Operand, b: Operand, amount: Operand, left: bool) -> Operand:
    """llvm.fshl, llvm.fshr: the high or low half of a:b shifted by amount modulo the width."""
    width = Const(type.width, type)
    by = ctx.assign(Op.UREM, (amount, width), type)
    rest = ctx.assign(Op.SUB, (width, by), type)
    # A shift by the whole width gives 0 in the GOTO program.
    if left:
        parts = ctx.assign(Op.SHL, (a, by), type), ctx.assign(Op.LSHR, (b, rest), type)
    else:
        parts = ctx.assign(Op.SHL, (a, rest), type), ctx.assign(Op.LSHR, (b, by), type)
    return ctx.assign(Op.OR, parts, type)


def absolute(ctx: FunctionContext, type: IntType, x: Operand) -> Operand:
    """llvm.abs."""
    negative = ctx.assign(Op.SLT, (x, Const(0, type)), BOOL, type)
    return ctx.assign(Op.SELECT, (negative, ctx.assign(Op.NEG, (x,), type), x), type)


def extremum(ctx: FunctionContext, type: Type, op: Op, a: Operand, b: Operand) -> Operand:
    """The smaller by `op` of a and b, given in this order; the larger with them exchanged in the comparison."""
    return ctx.assign(Op.SELECT, (ctx.assign(op, (a, b), BOOL, type), a, b), type)


def with_overflow(ctx: FunctionContext, n: i.CallI, op: Op, signed: bool) -> Lowered:
    """llvm.sadd.with.overflow and kin: { result, overflow }, computed in twice the width."""
    type = n.arguments[0].type
    assert isinstance(type, t.IntT)
    narrow, wide = register_type(type), IntType(2 * type.width)
    extend = Op.SEXT if signed else Op.ZEXT
    a, b = (ctx.assign(extend, (scalar(ctx, x.type, x.value),), wide, narrow) for x in n.arguments[:2])
    exact = ctx.assign(op, (a, b), wide)
    result = ctx.assign(Op.TRUNC, (exact,), narrow, wide)
    back = ctx.assign(extend, (result,), wide, narrow)
    return result, ctx.assign(Op.NE, (back, exact), BOOL, wide)


def saturating(ctx: FunctionContext, n: i.CallI, op: Op, signed: bool) -> Operand:
    """llvm.sadd.sat and kin: the nearest value that fits."""
    type = n.arguments[0].type
    assert isinstance(type, t.IntT)
    narrow, wide = register_type(type), IntType(2 * type.width)
    extend = Op.SEXT if signed else Op.ZEXT
    a, b = (ctx.assign(extend, (scalar(ctx, x.type, x.value),), wide, narrow) for x in n.arguments[:2])
    exact = ctx.assign(op, (a, b), wide)
    low = -(1 << (type.width - 1)) if signed else 0
    high = (1 << (type.width - 1)) - 1 if signed else (1 << type.width) - 1
    for bound, swapped in ((low, False), (high, True)):
        limit = Const(bound % (1 << wide.width), wide)
        pair = (limit, exact) if swapped else (exact, limit)
        exact = ctx.assign(Op.SELECT, (ctx.assign(Op.SLT, pair, BOOL, wide), limit, exact), wide)
    return ctx.assign(Op.TRUNC, (exact,), narrow, wide)
