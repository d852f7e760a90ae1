"""Statements: blocks, if, loops, jumps, return."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.body.builder import Leave
from cudabmc.frontend.c.context import Context, Jumps, block
from cudabmc.frontend.c.conversions import convert, truth_of
from cudabmc.frontend.c.ctypes import Record, Ref, Void, machine, spell
from cudabmc.frontend.c.dispatch import lower, lower_effect, lower_statement, lower_value, statement
from cudabmc.frontend.c.first_values import initialise
from cudabmc.frontend.c.locals import declaration_list
from cudabmc.frontend.c.logical import branch
from cudabmc.frontend.c.scope import Scope
from cudabmc.frontend.c.temporaries import assign_object, bind
from cudabmc.frontend.c.values import LValue
from cudabmc.goto.program import Const, Operand, Return, Undef
from cudabmc.source.location import Location


@statement(c_ast.Compound)
def compound(ctx: Context, node: Any) -> None:
    """{ ... }"""
    with block(ctx, ctx.loc(node)):
        for item in node.block_items or []:
            lower_statement(ctx, item)


@statement(c_ast.EmptyStatement, c_ast.Pragma, c_ast.AttributeDeclaration)
def nothing(ctx: Context, node: Any) -> None:
    """; and #pragma unroll."""


@statement(c_ast.AttributedStatement)
def attributed(ctx: Context, node: Any) -> None:
    """[[likely]] statement."""
    lower_statement(ctx, node.stmt)


def _branch_on(ctx: Context, node: Any, then: int, orelse: int) -> None:
    """Branch on a condition, or on the variable that a condition declares."""
    if not isinstance(node, c_ast.DeclList):
        branch(ctx, node, then, orelse)
        return
    declaration_list(ctx, node)
    loc = ctx.loc(node)
    name = c_ast.ID(node.decls[-1].name, node.decls[-1].coord)
    ctx.builder.branch(truth_of(ctx, lower_value(ctx, name), loc), then, orelse, loc)


@statement(c_ast.If)
def if_(ctx: Context, node: Any) -> None:
    """if (c) a else b"""
    loc = ctx.loc(node)
    then, orelse, end = ctx.builder.label(), ctx.builder.label(), ctx.builder.label()
    with block(ctx, loc):
        _branch_on(ctx, node.cond, then, orelse)
        ctx.builder.place(then)
        with block(ctx, loc):
            lower_statement(ctx, node.iftrue)
        if node.iffalse is not None:
            ctx.builder.goto(end, loc)
        ctx.builder.place(orelse)
        if node.iffalse is not None:
            with block(ctx, loc):
                lower_statement(ctx, node.iffalse)
        ctx.builder.place(end)


@statement(c_ast.While)
def while_(ctx: Context, node: Any) -> None:
    """while (c) body"""
    _loop(ctx, node, node.cond, None)


@statement(c_ast.For)
def for_(ctx: Context, node: Any) -> None:
    """for (init; cond; next) body"""
    with block(ctx, ctx.loc(node)):
        if node.init is not None:
            lower_statement(ctx, node.init)
        _loop(ctx, node, node.cond, node.next)


def _loop(ctx: Context, node: Any, cond: Any, step: Any) -> None:
    loc = ctx.loc(node)
    head, body, again, leave, end = (ctx.builder.label() for _ in range(5))
    outer = ctx.scope
    ctx.builder.place(head)
    with block(ctx, loc) as inner:
        if cond is not None:
            _branch_on(ctx, cond, body, leave)
        ctx.builder.place(body)
        _body(ctx, node.stmt, Jumps(outer, end, again, inner), loc)
        ctx.builder.place(again)
        if step is not None:
            lower_effect(ctx, step)
        ctx.builder.dead(list(inner.alive), loc)
        ctx.builder.goto(head, loc)
        ctx.builder.place(leave)
    ctx.builder.place(end)


def _body(ctx: Context, node: Any, jumps: Jumps, loc: Location) -> None:
    ctx.jumps.append(jumps)
    try:
        with block(ctx, loc):
            lower_statement(ctx, node)
    finally:
        ctx.jumps.pop()


@statement(c_ast.DoWhile)
def do_while(ctx: Context, node: Any) -> None:
    """do body while (c);"""
    loc = ctx.loc(node)
    head, again, back, end = (ctx.builder.label() for _ in range(4))
    ctx.builder.place(head)
    _body(ctx, node.stmt, Jumps(ctx.scope, end, again, ctx.scope), loc)
    ctx.builder.place(again)
    branch(ctx, node.cond, back, end)
    ctx.builder.place(back)
    ctx.builder.goto(head, loc)
    ctx.builder.place(end)


# ---------------------------------------------------------------- jumps


def _leave_to(ctx: Context, outer: Scope, loc: Location) -> None:
    """The objects of the scopes inside of `outer` die."""
    scope: Scope | None = ctx.scope
    while scope is not None and scope is not outer:
        ctx.builder.dead(list(scope.alive), loc)
        scope = scope.parent


@statement(c_ast.Break)
def break_(ctx: Context, node: Any) -> None:
    """break;"""
    if not ctx.jumps:
        raise SourceError("break outside of a loop or switch", ctx.loc(node))
    _leave_to(ctx, ctx.jumps[-1].scope, ctx.loc(node))
    ctx.builder.goto(ctx.jumps[-1].break_to, ctx.loc(node))


@statement(c_ast.Continue)
def continue_(ctx: Context, node: Any) -> None:
    """continue;"""
    loops = [j for j in ctx.jumps if j.continue_to is not None]
    if not loops:
        raise SourceError("continue outside of a loop", ctx.loc(node))
    target = loops[-1]
    assert target.continue_to is not None and target.continue_scope is not None
    _leave_to(ctx, target.continue_scope, ctx.loc(node))
    ctx.builder.goto(target.continue_to, ctx.loc(node))


@statement(c_ast.Label)
def label(ctx: Context, node: Any) -> None:
    """name: statement"""
    target = _label_of(ctx, node.name)
    if node.name in ctx.placed_labels:
        raise SourceError(f"the label '{node.name}' appears twice", ctx.loc(node))
    ctx.placed_labels.add(node.name)
    ctx.builder.label_scopes[target] = tuple(scope.id for scope in ctx.scope.chain())
    ctx.builder.place(target)
    lower_statement(ctx, node.stmt)


@statement(c_ast.Goto)
def goto(ctx: Context, node: Any) -> None:
    """goto name;"""
    loc = ctx.loc(node)
    target = _label_of(ctx, node.name)
    ctx.label_uses.setdefault(node.name, loc)
    alive = tuple((scope.id, tuple(scope.alive)) for scope in ctx.scope.chain() if scope.alive)
    if alive:
        ctx.builder.emit(Leave(target, alive, loc))
    ctx.builder.goto(target, loc)


def _label_of(ctx: Context, name: str) -> int:
    if name not in ctx.labels:
        ctx.labels[name] = ctx.builder.label()
    return ctx.labels[name]


@statement(c_ast.Return)
def return_(ctx: Context, node: Any) -> None:
    """return e;"""
    loc = ctx.loc(node)
    assert ctx.function is not None
    ret = ctx.function.type.ret
    if node.expr is None:
        if not isinstance(ret, Void) and ctx.cxx:
            raise SourceError(f"'{ctx.function.name}' must return a value of type '{spell(ret)}'", loc)
        ctx.builder.emit(Return(None if isinstance(ret, Void) else default_result(ctx), loc))
    elif isinstance(ret, Void):
        value = lower(ctx, node.expr)
        if not isinstance(value.type, Void):
            raise SourceError(f"'{ctx.function.name}' returns nothing", loc)
        ctx.builder.emit(Return(None, loc))
    elif isinstance(ret, Record):
        assert ctx.return_slot is not None
        place = LValue(ret, ctx.return_slot)
        if isinstance(node.expr, c_ast.InitList):
            initialise(ctx, place, node.expr, loc)
        else:
            assign_object(ctx, place, lower(ctx, node.expr), loc)
        ctx.builder.emit(Return(None, loc))
    elif isinstance(ret, Ref):
        ctx.builder.emit(Return(bind(ctx, lower(ctx, node.expr), ret, loc), loc))
    else:
        value = convert(ctx, lower_value(ctx, node.expr), ret, loc, explicit=False)
        ctx.builder.emit(Return(value.op, loc))


def default_result(ctx: Context) -> Operand | None:
    """What a function returns whose end is reached: 0 from main, otherwise any value."""
    assert ctx.function is not None
    ret = ctx.function.type.ret
    if isinstance(ret, Void | Record):
        return None
    if ctx.function.name == "main":
        return Const(0, machine(ret))
    return Undef(machine(ret))
