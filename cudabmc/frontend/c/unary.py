"""Unary operators, ++ and --, sizeof, casts."""

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.c.access import dereference
from cudabmc.frontend.c.binary import add_index
from cudabmc.frontend.c.comparisons import comparison_result
from cudabmc.frontend.c.context import Context, discarded
from cudabmc.frontend.c.conversions import convert, promote
from cudabmc.frontend.c.ctypes import (
    LONG,
    ULONG,
    Array,
    Bool,
    CType,
    Float,
    Func,
    Ptr,
    Record,
    Ref,
    Void,
    is_arithmetic,
    is_integer,
    is_signed,
    machine,
    spell,
    unqualified,
)
from cudabmc.frontend.c.dispatch import ValueOrLValue, effect, expression, lower, lower_effect, lower_place, lower_value
from cudabmc.frontend.c.layout import align_of, is_variable
from cudabmc.frontend.c.logical import negated
from cudabmc.frontend.c.typenames import size_operand, type_of
from cudabmc.frontend.c.values import NO_VALUE, CValue, LValue, address, load, store
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import FloatType, IntType


def _negative(ctx: Context, node: Any) -> CValue:
    loc = ctx.loc(node)
    value = _number(ctx, node)
    of = machine(value.type)
    if isinstance(value.type, Float):
        return CValue(ctx.builder.assign(Op.FNEG, (value.op,), of, of, loc), value.type)
    checks = Checks.SIGNED_OVERFLOW if is_signed(value.type) else Checks.UNSIGNED_OVERFLOW
    return CValue(ctx.builder.assign(Op.NEG, (value.op,), of, of, loc, checks), value.type)


def _positive(ctx: Context, node: Any) -> CValue:
    return _number(ctx, node)


def _complement(ctx: Context, node: Any) -> CValue:
    value = _number(ctx, node)
    if isinstance(value.type, Float):
        raise SourceError(f"~ does not take '{spell(value.type)}'", ctx.loc(node))
    of = machine(value.type)
    return CValue(ctx.builder.assign(Op.NOT, (value.op,), of, of, ctx.loc(node)), value.type)


def _number(ctx: Context, node: Any) -> CValue:
    """The operand after promotion."""
    value = lower_value(ctx, node.expr)
    if not is_arithmetic(value.type):
        raise SourceError(f"{node.op} does not take '{spell(value.type)}'", ctx.loc(node))
    return promote(ctx, value, ctx.loc(node))


def _not(ctx: Context, node: Any) -> CValue:
    return comparison_result(ctx, negated(ctx, node), ctx.loc(node))


def _address(ctx: Context, node: Any) -> CValue:
    loc = ctx.loc(node)
    result = lower(ctx, node.expr)
    if isinstance(result, CValue):
        if isinstance(result.type, Func):
            return CValue(result.op, Ptr(result.type), result.functions)
        raise SourceError("the address of a value cannot be taken", loc)
    if result.temporary:
        raise SourceError("the address of a temporary cannot be taken", loc)
    return CValue(address(ctx, result, loc), Ptr(result.type))


# ---------------------------------------------------------------- ++ and --


def _step(ctx: Context, node: Any, wanted_old: bool) -> CValue:
    """Add or subtract one; the value before (if wanted) or after."""
    loc = ctx.loc(node)
    place = lower_place(ctx, node.expr)
    check_assignable(place, node, ctx)
    old = load(ctx, place, loc)
    if wanted_old and place.reg is not None:
        old = CValue(ctx.builder.copy(old.op, machine(old.type), loc), old.type)
    new = store(ctx, place, _stepped(ctx, node, old, place.type), loc)
    return old if wanted_old else new


def _stepped(ctx: Context, node: Any, old: CValue, type: CType) -> Operand:
    loc = ctx.loc(node)
    down = "--" in node.op
    if isinstance(old.type, Ptr):
        return add_index(ctx, old, CValue(int64(1), LONG), loc, negative=down)
    if not is_arithmetic(old.type) or (isinstance(old.type, Bool) and down):
        raise SourceError(f"{node.op.lstrip('p')} does not take '{spell(old.type)}'", loc)
    value = promote(ctx, old, loc)
    of = machine(value.type)
    if isinstance(of, FloatType):
        raised = ctx.builder.assign(Op.FSUB if down else Op.FADD, (value.op, Const(1.0, of)), of, of, loc, Checks.NAN)
    else:
        checks = Checks.SIGNED_OVERFLOW if is_signed(value.type) else Checks.UNSIGNED_OVERFLOW
        assert isinstance(of, IntType)
        raised = ctx.builder.assign(Op.SUB if down else Op.ADD, (value.op, Const(1, of)), of, of, loc, checks)
    return convert(ctx, CValue(raised, value.type), type, loc).op


def check_assignable(place: LValue, node: Any, ctx: Context) -> None:
    """SourceError for constants and arrays."""
    if place.type.const:
        raise SourceError(f"'{spell(place.type)}' cannot be changed: it is const", ctx.loc(node))
    if isinstance(place.type, Array | Func) or place.temporary:
        raise SourceError(f"'{spell(place.type)}' cannot be assigned to", ctx.loc(node))


def _before(ctx: Context, node: Any) -> CValue:
    return _step(ctx, node, wanted_old=False)


def _after(ctx: Context, node: Any) -> CValue:
    return _step(ctx, node, wanted_old=True)


# ---------------------------------------------------------------- sizeof, alignof


def _sizeof(ctx: Context, node: Any) -> CValue:
    type = _operand_type(ctx, node.expr)
    if isinstance(type, Ref):
        type = type.to
    if is_variable(type):
        if not isinstance(node.expr, c_ast.Typename):
            type = lower_place(ctx, node.expr).type
        return CValue(size_operand(ctx, type, node), ULONG)
    return CValue(size_operand(ctx, type, node), ULONG)


def _alignof(ctx: Context, node: Any) -> CValue:
    return CValue(int64(align_of(_operand_type(ctx, node.expr))), ULONG)


def _operand_type(ctx: Context, node: Any) -> CType:
    if isinstance(node, c_ast.Typename):
        return type_of(ctx, node)
    with discarded(ctx):
        result = lower(ctx, node)
    if isinstance(result, LValue) and result.width is not None:
        raise SourceError("a bit-field has no size", ctx.loc(node))
    return result.type


UNARY: dict[str, Callable[[Context, Any], ValueOrLValue]] = {
    "-": _negative,
    "+": _positive,
    "~": _complement,
    "!": _not,
    "&": _address,
    "*": dereference,
    "++": _before,
    "--": _before,
    "p++": _after,
    "p--": _after,
    "sizeof": _sizeof,
    "_Alignof": _alignof,
}


@expression(c_ast.UnaryOp)
def unary(ctx: Context, node: Any) -> ValueOrLValue:
    """op e."""
    return UNARY[node.op](ctx, node)


@effect(c_ast.UnaryOp)
def unary_for_effect(ctx: Context, node: Any) -> None:
    """i++; needs no copy of the old value."""
    if node.op in ("p++", "p--"):
        _step(ctx, node, wanted_old=False)
    else:
        result = UNARY[node.op](ctx, node)
        if isinstance(result, LValue) and result.type.volatile:
            load(ctx, result, ctx.loc(node))


# ---------------------------------------------------------------- casts


@expression(c_ast.Cast)
def cast(ctx: Context, node: Any) -> ValueOrLValue:
    """(T)e and the C++ casts."""
    loc = ctx.loc(node)
    target = type_of(ctx, node.to_type)
    if isinstance(target, Void):
        lower_effect(ctx, node.expr)
        return CValue(NO_VALUE, target)
    if isinstance(target, Ref):
        return LValue(target.to, address(ctx, lower_place(ctx, node.expr), loc))
    value = lower_value(ctx, node.expr)
    if isinstance(target, Record) and isinstance(value.type, Record) and value.type.decl is target.decl:
        return CValue(value.op, unqualified(target))
    if isinstance(target, Array | Func):
        raise SourceError(f"nothing can be cast to '{spell(target)}'", loc)
    if isinstance(value.type, Ptr) and is_integer(target) and machine(target).size < 8 and ctx.cxx:
        raise SourceError(f"the cast from '{spell(value.type)}' to '{spell(target)}' loses bits", loc)
    return convert(ctx, value, target, loc)


@effect(c_ast.Cast)
def cast_for_effect(ctx: Context, node: Any) -> None:
    """(void)e; and casts whose value is dropped."""
    lower_effect(ctx, node.expr)
