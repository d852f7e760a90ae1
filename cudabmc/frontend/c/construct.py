"""T(x), T{a, b} and compound literals: objects made in an expression."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import convert
from cudabmc.frontend.c.ctypes import NOTHING, Array, Record, Void, is_scalar, spell, unqualified
from cudabmc.frontend.c.dispatch import ValueOrLValue, expression, lower_value
from cudabmc.frontend.c.first_values import initialise, zero
from cudabmc.frontend.c.initialisers import completed
from cudabmc.frontend.c.nodes import Construct
from cudabmc.frontend.c.temporaries import temporary
from cudabmc.frontend.c.typenames import type_of
from cudabmc.frontend.c.values import NO_VALUE, CValue, LValue


@expression(Construct)
def construct(ctx: Context, node: Any) -> ValueOrLValue:
    """T(x) of a scalar is a cast, of a struct a temporary."""
    loc = ctx.loc(node)
    type = type_of(ctx, node.type)
    args = list(node.args)
    if len(args) == 1 and isinstance(args[0], c_ast.InitList) and is_scalar(type):
        args = list(args[0].exprs)
    if isinstance(type, Void):
        return CValue(NO_VALUE, NOTHING)
    if is_scalar(type):
        if len(args) > 1:
            raise SourceError(f"'{spell(type)}' is made from one value", loc)
        return convert(ctx, lower_value(ctx, args[0]), type, loc) if args else zero(unqualified(type))
    if not isinstance(type, Record):
        raise SourceError(f"'{spell(type)}' cannot be made in an expression", loc)
    target = temporary(ctx, type, loc)
    initialise(ctx, LValue(unqualified(type), target), node, loc)
    return CValue(target, unqualified(type))


@expression(c_ast.CompoundLiteral)
def compound_literal(ctx: Context, node: Any) -> LValue:
    """(T){...}: an object of the enclosing block."""
    loc = ctx.loc(node)
    type = completed(ctx, type_of(ctx, node.type), node.init)
    target = temporary(ctx, type, loc)
    initialise(ctx, LValue(unqualified(type) if not isinstance(type, Array) else type, target), node.init, loc)
    return LValue(type, target)
