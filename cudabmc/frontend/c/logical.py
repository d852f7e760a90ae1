"""Conditions: comparisons as truth values, && and ||, ?:, and branching on them.

`a && b` needs no jump when b is cheap and cannot go wrong:
    i >= 0 && i < n     t1 = sle 0, i;  t2 = slt i, n;  t3 = and t1, t2
Otherwise b stands behind a branch on a.
"""

from dataclasses import replace
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.body.builder import Item
from cudabmc.frontend.c.comparisons import COMPARE, compare
from cudabmc.frontend.c.context import Context, captured, discarded
from cudabmc.frontend.c.conversions import common_type, convert, truth_of
from cudabmc.frontend.c.ctypes import (
    NOTHING,
    CType,
    Ptr,
    Record,
    Void,
    is_arithmetic,
    is_integer,
    machine,
    same,
    spell,
    unqualified,
)
from cudabmc.frontend.c.dispatch import effect, expression, lower_effect, lower_value
from cudabmc.frontend.c.values import NO_VALUE, CValue
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Assign, Call, Const, Operand, Reg
from cudabmc.goto.types import BOOL
from cudabmc.source.location import Location

LOGICAL = {"&&": Op.AND, "||": Op.OR}
_RISKY = {Op.SDIV, Op.UDIV, Op.SREM, Op.UREM}
_MOST_SPECULATED = 6


def condition(ctx: Context, node: Any) -> Operand:
    """An expression as a BOOL operand."""
    loc = ctx.loc(node)
    if isinstance(node, c_ast.BinaryOp) and node.op in LOGICAL:
        return logical(ctx, node)
    if isinstance(node, c_ast.UnaryOp) and node.op == "!":
        return negated(ctx, node)
    if isinstance(node, c_ast.ExprList):
        for item in node.exprs[:-1]:
            lower_effect(ctx, item)
        return condition(ctx, node.exprs[-1])
    if isinstance(node, c_ast.BinaryOp) and node.op in COMPARE:
        left, right = lower_value(ctx, node.left), lower_value(ctx, node.right)
        return compare(ctx, node.op, left, right, loc)
    return truth_of(ctx, lower_value(ctx, node), loc)


def negated(ctx: Context, node: Any) -> Operand:
    """!e as a condition."""
    return ctx.builder.assign(Op.NOT, (condition(ctx, node.expr),), BOOL, BOOL, ctx.loc(node))


def is_cheap(ctx: Context, items: list[Item]) -> bool:
    """Can the instructions run although their result may not be needed?"""
    variables = ctx.builder.variables
    return len(items) <= _MOST_SPECULATED and all(
        (isinstance(i, Assign) and i.checks is Checks.NONE and i.op not in _RISKY and i.dst not in variables)
        or (isinstance(i, Call) and isinstance(i.callee, str) and "." in i.callee and not i.args)
        for i in items
    )


def _speculate(ctx: Context, items: list[Item], loc: Location) -> None:
    """Run instructions whose result may not be needed. They stand where the condition does: if they are all of a line,
    nothing says that an execution comes to that line."""
    for i in items:
        assert isinstance(i, Assign | Call)
        ctx.builder.emit(i if i.loc.line == loc.line else replace(i, loc=loc))


def logical(ctx: Context, node: Any) -> Operand:
    """a && b, a || b as a condition."""
    loc = ctx.loc(node)
    left = condition(ctx, node.left)
    decides = node.op == "||"
    if isinstance(left, Const):
        if left.value is decides:
            with discarded(ctx):
                condition(ctx, node.right)
            return left
        return condition(ctx, node.right)
    with captured(ctx) as items:
        right = condition(ctx, node.right)
    if is_cheap(ctx, items):
        _speculate(ctx, items, loc)
        return _combine(ctx, node.op, left, right, loc)
    dst = ctx.builder.reg(BOOL, variable=True)
    rest, end = ctx.builder.label(), ctx.builder.label()
    ctx.builder.write(dst, left, BOOL, loc)
    ctx.builder.branch(Reg(dst), *((end, rest) if decides else (rest, end)), ctx.loc(node.left))
    ctx.builder.place(rest)
    ctx.builder.code += items
    ctx.builder.write(dst, right, BOOL, loc)
    ctx.builder.place(end)
    return Reg(dst)


def _combine(ctx: Context, op: str, left: Operand, right: Operand, loc: Location) -> Operand:
    for known, other in ((left, right), (right, left)):
        if isinstance(known, Const):
            return known if known.value is (op == "||") else other
    return ctx.builder.assign(LOGICAL[op], (left, right), BOOL, BOOL, loc)


def branch(ctx: Context, node: Any, then: int, orelse: int) -> None:
    """Jump to `then` if the expression is true, to `orelse` otherwise."""
    while isinstance(node, c_ast.UnaryOp) and node.op == "!":
        node, then, orelse = node.expr, orelse, then
    if not (isinstance(node, c_ast.BinaryOp) and node.op in LOGICAL):
        ctx.builder.branch(condition(ctx, node), then, orelse, ctx.loc(node))
        return
    parts = _chain(node, node.op)
    pending = condition(ctx, parts[0])
    at = ctx.loc(parts[0])
    for part in parts[1:]:
        with captured(ctx) as items:
            cond = condition(ctx, part)
        if is_cheap(ctx, items):
            _speculate(ctx, items, at)
            pending = _combine(ctx, node.op, pending, cond, at)
            continue
        following = ctx.builder.label()
        ctx.builder.branch(pending, *((following, orelse) if node.op == "&&" else (then, following)), at)
        ctx.builder.place(following)
        ctx.builder.code += items
        pending, at = cond, ctx.loc(part)
    ctx.builder.branch(pending, then, orelse, at)


def _chain(node: Any, op: str) -> list[Any]:
    """The operands of a && b && c."""
    parts: list[Any] = []
    while isinstance(node, c_ast.BinaryOp) and node.op == op:
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


# ---------------------------------------------------------------- ?:


@expression(c_ast.TernaryOp)
def ternary(ctx: Context, node: Any) -> CValue:
    """c ? a : b."""
    loc = ctx.loc(node)
    cond = condition(ctx, node.cond)
    with captured(ctx) as then_items:
        a = lower_value(ctx, node.iftrue)
    with captured(ctx) as else_items:
        b = lower_value(ctx, node.iffalse)
    type = _result_type(a, b, loc)
    with captured(ctx) as then_more:
        first = _as_result(ctx, a, type, ctx.loc(node.iftrue))
    with captured(ctx) as else_more:
        second = _as_result(ctx, b, type, ctx.loc(node.iffalse))
    then_items += then_more
    else_items += else_more
    if isinstance(cond, Const):
        ctx.builder.code += then_items if cond.value else else_items
        return CValue(first if cond.value else second, type)
    of = machine(type)
    if is_cheap(ctx, then_items) and is_cheap(ctx, else_items) and not isinstance(type, Void):
        _speculate(ctx, then_items + else_items, loc)
        return CValue(ctx.builder.assign(Op.SELECT, (cond, first, second), of, of, loc), type)
    dst = None if isinstance(type, Void) else ctx.builder.reg(of, variable=True)
    then, orelse, end = ctx.builder.label(), ctx.builder.label(), ctx.builder.label()
    ctx.builder.branch(cond, then, orelse, ctx.loc(node.cond))
    for label, items, value in ((then, then_items, first), (orelse, else_items, second)):
        ctx.builder.place(label)
        ctx.builder.code += items
        if dst is not None:
            ctx.builder.write(dst, value, of, loc)
        ctx.builder.goto(end, loc)
    ctx.builder.place(end)
    return CValue(NO_VALUE if dst is None else Reg(dst), type)


def _as_result(ctx: Context, value: CValue, type: CType, loc: Location) -> Operand:
    return value.op if isinstance(type, Record) else convert(ctx, value, type, loc).op


def _result_type(a: CValue, b: CValue, loc: Location) -> CType:
    """The type of c ? a : b (C99 6.5.15)."""
    if same(a.type, b.type):
        return unqualified(a.type)
    if is_arithmetic(a.type) and is_arithmetic(b.type):
        return common_type(a.type, b.type)
    if isinstance(a.type, Void) or isinstance(b.type, Void):
        return NOTHING
    if isinstance(a.type, Ptr) and isinstance(b.type, Ptr):
        if _is_null(a):
            return unqualified(b.type)
        if _is_null(b):
            return unqualified(a.type)
        return unqualified(b.type if isinstance(b.type.to, Void) else a.type)
    for pointer, other in ((a, b), (b, a)):
        if isinstance(pointer.type, Ptr) and is_integer(other.type) and _is_null(other):
            return unqualified(pointer.type)
    raise SourceError(f"'{spell(a.type)}' and '{spell(b.type)}' are the two sides of ?:", loc)


def _is_null(value: CValue) -> bool:
    return isinstance(value.op, Const) and value.op.value == 0


@effect(c_ast.TernaryOp)
def ternary_for_effect(ctx: Context, node: Any) -> None:
    """c ? a : b; as a statement."""
    then, orelse, end = ctx.builder.label(), ctx.builder.label(), ctx.builder.label()
    branch(ctx, node.cond, then, orelse)
    ctx.builder.place(then)
    lower_effect(ctx, node.iftrue)
    ctx.builder.goto(end, ctx.loc(node))
    ctx.builder.place(orelse)
    lower_effect(ctx, node.iffalse)
    ctx.builder.place(end)


@effect(c_ast.BinaryOp)
def binary_for_effect(ctx: Context, node: Any) -> None:
    """a && b; as a statement, and operators whose result is dropped."""
    if node.op not in LOGICAL:
        lower_value(ctx, node)
        return
    then, end = ctx.builder.label(), ctx.builder.label()
    if node.op == "&&":
        branch(ctx, node.left, then, end)
    else:
        branch(ctx, node.left, end, then)
    ctx.builder.place(then)
    lower_effect(ctx, node.right)
    ctx.builder.place(end)
