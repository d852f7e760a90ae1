"""Calls that are not calls: offsetof, make_int2 and kin, compiler builtins."""

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c import variadic
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import convert
from cudabmc.frontend.c.ctypes import INT, LONG, ULONG, Array, Record
from cudabmc.frontend.c.dispatch import lower_value
from cudabmc.frontend.c.layout import find_member, size_of
from cudabmc.frontend.c.records import constant
from cudabmc.frontend.c.typenames import type_of
from cudabmc.frontend.c.values import CValue
from cudabmc.goto.program import Const
from cudabmc.goto.types import I32, I64


def _offsetof(ctx: Context, node: Any) -> CValue:
    """offsetof(T, a.b[2])."""
    type_node, designator = node.args.exprs
    type = type_of(ctx, type_node)
    path: list[Any] = []
    while not isinstance(designator, c_ast.ID):
        path.append(designator)
        designator = designator.name
    steps: list[Any] = [designator, *(p.field if isinstance(p, c_ast.StructRef) else p for p in reversed(path))]
    offset = 0
    for step in steps:
        if isinstance(step, c_ast.ID):
            member = find_member(type, step.name) if isinstance(type, Record) else None
            if member is None or member.width is not None:
                raise SourceError(f"no member '{step.name}' whose offset could be taken", ctx.loc(step))
            offset, type = offset + member.offset, member.type
        else:
            if not isinstance(type, Array):
                raise SourceError("this member is not an array", ctx.loc(step))
            offset, type = offset + constant(ctx, step.subscript) * size_of(type.of), type.of
    return CValue(Const(offset, I64), ULONG)


def _expect(ctx: Context, node: Any) -> CValue:
    """__builtin_expect(value, guess) is value."""
    return convert(ctx, lower_value(ctx, node.args.exprs[0]), LONG, ctx.loc(node))


def _constant_p(ctx: Context, node: Any) -> CValue:
    """__builtin_constant_p: no promise is made."""
    return CValue(Const(0, I32), INT)


Lower = Callable[[Context, Any], CValue]


def _of(count: int, lower: Lower) -> Lower:
    """A builtin with that many arguments. Raises SourceError for another number."""

    def checked(ctx: Context, node: Any) -> CValue:
        given = len(node.args.exprs) if node.args is not None else 0
        if given != count:
            arguments = "1 argument" if count == 1 else f"{count} arguments"
            raise SourceError(f"{node.name.name} takes {arguments}, not {given}", ctx.loc(node))
        return lower(ctx, node)

    return checked


SPECIAL: dict[str, Lower] = {
    "offsetof": _offsetof,
    "__builtin_expect": _of(2, _expect),
    "__builtin_constant_p": _of(1, _constant_p),
    **dict.fromkeys(("va_start", "__builtin_va_start"), _of(2, variadic.start)),
    **dict.fromkeys(("va_arg", "__builtin_va_arg"), variadic.argument),
    **dict.fromkeys(("va_end", "__builtin_va_end"), _of(1, variadic.end)),
    **dict.fromkeys(("va_copy", "__builtin_va_copy"), _of(2, variadic.copy)),
}
