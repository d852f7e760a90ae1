"""switch: a chain of comparisons in front of the body, whose case labels may stand anywhere in it."""

from collections.abc import Iterator
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.context import Context, Jumps, block
from cudabmc.frontend.c.conversions import convert, promote
from cudabmc.frontend.c.ctypes import is_integer, machine, spell
from cudabmc.frontend.c.dispatch import lower_statement, lower_value, statement
from cudabmc.frontend.c.locals import declaration_list
from cudabmc.frontend.c.values import CValue
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const
from cudabmc.goto.types import BOOL


@statement(c_ast.Switch)
def switch(ctx: Context, node: Any) -> None:
    """switch (e) { case c: ... }"""
    loc = ctx.loc(node)
    end = ctx.builder.label()
    with block(ctx, loc):
        value = _selector(ctx, node.cond)
        of = machine(value.type)
        labels: dict[int, int] = {}
        seen: set[object] = set()
        default = end
        for item in _cases(node.stmt):
            label = ctx.builder.label()
            labels[id(item)] = label
            if isinstance(item, c_ast.Default):
                if default != end:
                    raise SourceError("a second default in this switch", ctx.loc(item))
                default = label
                continue
            known = _constant(ctx, item, value)
            if known.value in seen:
                raise SourceError("this case appears twice in its switch", ctx.loc(item))
            seen.add(known.value)
            cond = ctx.builder.assign(Op.EQ, (value.op, known), BOOL, of, loc)
            following = ctx.builder.label()
            ctx.builder.branch(cond, label, following, loc)
            ctx.builder.place(following)
        ctx.builder.goto(default, loc)
        outer = ctx.jumps[-1] if ctx.jumps else None
        ctx.jumps.append(Jumps(ctx.scope, end))
        ctx.cases.append(labels)
        try:
            lower_statement(ctx, node.stmt)
        finally:
            ctx.jumps.pop()
            ctx.cases.pop()
        assert outer is None or ctx.jumps[-1] is outer
        ctx.builder.place(end)


def _selector(ctx: Context, node: Any) -> CValue:
    if isinstance(node, c_ast.DeclList):
        declaration_list(ctx, node)
        node = c_ast.ID(node.decls[-1].name, node.decls[-1].coord)
    value = lower_value(ctx, node)
    if not is_integer(value.type):
        raise SourceError(f"switch takes an integer, not '{spell(value.type)}'", ctx.loc(node))
    value = promote(ctx, value, ctx.loc(node))
    return CValue(ctx.builder.copy(value.op, machine(value.type), ctx.loc(node)), value.type)


def _constant(ctx: Context, item: Any, selector: CValue) -> Const:
    loc = ctx.loc(item.expr)
    value = convert(ctx, lower_value(ctx, item.expr), selector.type, loc).op
    if not isinstance(value, Const):
        raise SourceError("a case label must be a constant", loc)
    return value


def _cases(node: Any) -> Iterator[Any]:
    """The case labels of a switch, not those of switches inside of it."""
    if isinstance(node, c_ast.Case | c_ast.Default):
        yield node
    for name, child in node.children():
        if not isinstance(child, c_ast.Switch) and name != "expr":
            yield from _cases(child)


@statement(c_ast.Case, c_ast.Default)
def case(ctx: Context, node: Any) -> None:
    """case c: statements"""
    if not ctx.cases or id(node) not in ctx.cases[-1]:
        raise SourceError("a case label outside of a switch", ctx.loc(node))
    ctx.builder.place(ctx.cases[-1][id(node)])
    for item in node.stmts or []:
        lower_statement(ctx, item)
