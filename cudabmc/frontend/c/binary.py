"""Binary operators on values: arithmetic, bits, shifts, comparisons, pointers (C99 6.5.5 - 6.5.14)."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.c.comparisons import COMPARE, compare, comparison_result
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import common_type, convert, index_value, promote
from cudabmc.frontend.c.ctypes import (
    LONG,
    CType,
    Float,
    Func,
    Ptr,
    Record,
    Void,
    is_integer,
    is_signed,
    machine,
    same,
    spell,
    unqualified,
)
from cudabmc.frontend.c.dispatch import expression, lower_value
from cudabmc.frontend.c.layout import is_variable, size_of
from cudabmc.frontend.c.logical import LOGICAL, logical
from cudabmc.frontend.c.typenames import size_operand
from cudabmc.frontend.c.values import CValue
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, I64, PTR
from cudabmc.source.location import Location

_SIGNED = {"+": Op.ADD, "-": Op.SUB, "*": Op.MUL, "/": Op.SDIV, "%": Op.SREM, "&": Op.AND, "|": Op.OR, "^": Op.XOR}
_UNSIGNED = {**_SIGNED, "/": Op.UDIV, "%": Op.UREM}
_FLOAT = {"+": Op.FADD, "-": Op.FSUB, "*": Op.FMUL, "/": Op.FDIV}


@expression(c_ast.BinaryOp)
def binary(ctx: Context, node: Any) -> CValue:
    """left op right."""
    if node.op in LOGICAL:
        return comparison_result(ctx, logical(ctx, node), ctx.loc(node))
    left = lower_value(ctx, node.left)
    right = lower_value(ctx, node.right)
    return apply(ctx, node.op, left, right, ctx.loc(node))


def apply(ctx: Context, op: str, left: CValue, right: CValue, loc: Location) -> CValue:
    """left op right for values that are already there."""
    for value in (left, right):
        if isinstance(value.type, Record):
            raise UnsupportedError(f"operator {op} on '{spell(value.type)}'", loc)
        if isinstance(value.type, Void):
            raise SourceError(f"an operand of {op} has no value", loc)
    if op in COMPARE:
        return comparison_result(ctx, compare(ctx, op, left, right, loc), loc)
    if isinstance(left.type, Ptr) or isinstance(right.type, Ptr):
        return _pointer_arithmetic(ctx, op, left, right, loc)
    if op in ("<<", ">>"):
        return _shift(ctx, op, left, right, loc)
    type = common_type(left.type, right.type)
    a, b = convert(ctx, left, type, loc).op, convert(ctx, right, type, loc).op
    return CValue(_arithmetic(ctx, op, a, b, type, loc), type)


def _arithmetic(ctx: Context, op: str, a: Operand, b: Operand, type: CType, loc: Location) -> Operand:
    of = machine(type)
    if isinstance(type, Float):
        if op not in _FLOAT:
            raise SourceError(f"{op} does not take '{spell(type)}'", loc)
        return ctx.builder.assign(_FLOAT[op], (a, b), of, of, loc, Checks.NAN)
    signed = is_signed(type)
    checks = Checks.NONE
    if op in ("+", "-", "*") or (signed and op in ("/", "%")):
        checks = Checks.SIGNED_OVERFLOW if signed else Checks.UNSIGNED_OVERFLOW
    return ctx.builder.assign((_SIGNED if signed else _UNSIGNED)[op], (a, b), of, of, loc, checks)


def _shift(ctx: Context, op: str, left: CValue, right: CValue, loc: Location) -> CValue:
    if not is_integer(left.type) or not is_integer(right.type):
        raise SourceError(f"{op} takes integers", loc)
    left, right = promote(ctx, left, loc), promote(ctx, right, loc)
    of = machine(left.type)
    amount = right.op
    if machine(right.type).size > of.size and not isinstance(amount, Const):
        wide = machine(right.type)
        # a large amount must stay large when it loses its high bits
        limit = Const(of.size * 8, wide)
        fits = ctx.builder.assign(Op.ULT, (amount, limit), BOOL, wide, loc)
        amount = ctx.builder.assign(Op.SELECT, (fits, amount, limit), wide, wide, loc)
    amount = convert(ctx, CValue(amount, right.type), left.type, loc).op
    kind = Op.SHL if op == "<<" else Op.ASHR if is_signed(left.type) else Op.LSHR
    return CValue(ctx.builder.assign(kind, (left.op, amount), of, of, loc, Checks.SHIFT), left.type)


# ---------------------------------------------------------------- pointers


def _pointer_arithmetic(ctx: Context, op: str, left: CValue, right: CValue, loc: Location) -> CValue:
    if op == "+" and is_integer(left.type):
        left, right = right, left
    if op in ("+", "-") and isinstance(left.type, Ptr) and is_integer(right.type):
        return CValue(add_index(ctx, left, right, loc, negative=op == "-"), unqualified(left.type))
    if op == "-" and isinstance(left.type, Ptr) and isinstance(right.type, Ptr):
        if not same(left.type.to, right.type.to):
            raise SourceError(f"'{spell(left.type)}' and '{spell(right.type)}' cannot be subtracted", loc)
        bytes_between = ctx.builder.assign(Op.PTRDIFF, (left.op, right.op), I64, PTR, loc)
        size = size_operand(ctx, left.type.to, None)
        return CValue(ctx.builder.assign(Op.SDIV, (bytes_between, size), I64, I64, loc), LONG)
    raise SourceError(f"{op} does not take '{spell(left.type)}' and '{spell(right.type)}'", loc)


def add_index(ctx: Context, pointer: CValue, index: CValue, loc: Location, negative: bool = False) -> Operand:
    """pointer + index, in units of what it points to."""
    assert isinstance(pointer.type, Ptr)
    to = pointer.type.to
    if isinstance(to, Func):
        raise SourceError("arithmetic on a pointer to a function", loc)
    count = index_value(ctx, index, loc)
    size = size_operand(ctx, to, None) if is_variable(to) else int64(size_of(to, loc))
    distance = ctx.builder.assign(Op.MUL, (count, size), I64, I64, loc)
    if negative:
        distance = ctx.builder.assign(Op.NEG, (distance,), I64, I64, loc)
    return ctx.builder.assign(Op.PTRADD, (pointer.op, distance), PTR, PTR, loc)
