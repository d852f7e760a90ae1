"""Assignment, compound assignment, comma, statement expressions, _Generic."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.binary import apply
from cudabmc.frontend.c.context import Context, block, discarded
from cudabmc.frontend.c.conversions import convert
from cudabmc.frontend.c.ctypes import NOTHING, Array, Record, machine, same, spell, unqualified
from cudabmc.frontend.c.dispatch import (
    ValueOrLValue,
    effect,
    expression,
    lower,
    lower_effect,
    lower_place,
    lower_statement,
    lower_value,
)
from cudabmc.frontend.c.temporaries import assign_object, temporary
from cudabmc.frontend.c.typenames import type_of
from cudabmc.frontend.c.unary import check_assignable
from cudabmc.frontend.c.values import NO_VALUE, CValue, LValue, decayed, load, store
from cudabmc.goto.program import Operand


@expression(c_ast.Assignment)
def assignment(ctx: Context, node: Any) -> CValue:
    """place = e, place op= e."""
    loc = ctx.loc(node)
    place = lower_place(ctx, node.lvalue)
    check_assignable(place, node, ctx)
    if node.op == "=":
        if isinstance(node.rvalue, c_ast.InitList):
            raise SourceError("a braced list cannot be assigned here", loc)
        if isinstance(place.type, Record):
            return assign_object(ctx, place, lower(ctx, node.rvalue), loc)
        value = lower_value(ctx, node.rvalue)
        return store(ctx, place, convert(ctx, value, place.type, loc, explicit=False).op, loc)
    right = lower_value(ctx, node.rvalue)
    result = apply(ctx, node.op[:-1], load(ctx, place, loc), right, loc)
    return store(ctx, place, convert(ctx, result, place.type, loc).op, loc)


@expression(c_ast.ExprList)
def comma(ctx: Context, node: Any) -> ValueOrLValue:
    """a, b: b after the effects of a."""
    for item in node.exprs[:-1]:
        lower_effect(ctx, item)
    return lower(ctx, node.exprs[-1])


@effect(c_ast.ExprList)
def comma_for_effect(ctx: Context, node: Any) -> None:
    """a, b; as a statement."""
    for item in node.exprs:
        lower_effect(ctx, item)


@expression(c_ast.Compound)
def statement_expression(ctx: Context, node: Any) -> CValue:
    """({ ...; e; }) has the value of its last expression, which outlives the block."""
    items = node.block_items or []
    loc = ctx.loc(node)
    with block(ctx, loc):
        for item in items[:-1]:
            lower_statement(ctx, item)
        if not items or not _is_expression(items[-1]):
            for item in items[-1:]:
                lower_statement(ctx, item)
            return CValue(NO_VALUE, NOTHING)
        result = lower(ctx, items[-1])
        value = decayed(ctx, load(ctx, result, loc) if isinstance(result, LValue) else result, loc)
        return CValue(_kept(ctx, value, loc), unqualified(value.type))


def _kept(ctx: Context, value: CValue, loc: Any) -> Operand:
    if isinstance(value.type, Record):
        target = temporary(ctx, value.type, loc)
        assign_object(ctx, LValue(unqualified(value.type), target), value, loc)
        return target
    if isinstance(value.type, Array) or value.type == NOTHING:
        return value.op
    return ctx.builder.copy(value.op, machine(value.type), loc)


def _is_expression(node: Any) -> bool:
    kinds = (
        c_ast.Assignment, c_ast.BinaryOp, c_ast.UnaryOp, c_ast.ID, c_ast.Constant, c_ast.FuncCall, c_ast.TernaryOp,
        c_ast.Cast, c_ast.ArrayRef, c_ast.StructRef, c_ast.ExprList, c_ast.CompoundLiteral,
    )  # fmt: skip
    return isinstance(node, kinds)


@expression(c_ast.GenericSelection)
def generic(ctx: Context, node: Any) -> ValueOrLValue:
    """_Generic(e, T: a, default: b)."""
    with discarded(ctx):
        type = lower_value(ctx, node.expr).type
    chosen = None
    for association in node.associations:
        if association.type is None:
            chosen = chosen or association.expr
        elif same(type_of(ctx, association.type), type):
            return lower(ctx, association.expr)
    if chosen is None:
        raise SourceError(f"_Generic has no case for '{spell(type)}'", ctx.loc(node))
    return lower(ctx, chosen)
