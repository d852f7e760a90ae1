"""The tables of lowering functions by syntax node; every construct registers itself here.

@expression(c_ast.ArrayRef)
def array_ref(ctx, node): ...
"""

from collections.abc import Callable
from typing import Any

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import CType, Record
from cudabmc.frontend.c.values import CValue, LValue, decayed, load, referred

ValueOrLValue = LValue | CValue
Expression = Callable[[Context, Any], ValueOrLValue]
Action = Callable[[Context, Any], None]

_EXPRESSIONS: dict[type, Expression] = {}
_EFFECTS: dict[type, Action] = {}
_STATEMENTS: dict[type, Action] = {}
_CALLS: list[Callable[[Context, Any, LValue], CValue]] = []
_TYPES: list[Callable[[Context, Any], CType]] = []


def expression(*kinds: type) -> Callable[[Expression], Expression]:
    """The decorated function gives the place that these nodes name, or else their value."""

    def register(function: Expression) -> Expression:
        _EXPRESSIONS.update(dict.fromkeys(kinds, function))
        return function

    return register


def effect(*kinds: type) -> Callable[[Action], Action]:
    """The decorated function lowers these expressions when their value is not used."""

    def register(function: Action) -> Action:
        _EFFECTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def statement(*kinds: type) -> Callable[[Action], Action]:
    """The decorated function lowers these statements."""

    def register(function: Action) -> Action:
        _STATEMENTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def calls_by(function: Callable[[Context, Any, LValue], CValue]) -> None:
    """Name the function that lowers a call whose result initialises an object."""
    _CALLS[:] = [function]


def call_into(ctx: Context, node: Any, target: LValue) -> CValue:
    """The record result of a call, made in `target` where that is possible."""
    return _CALLS[0](ctx, node, target)


def types_by(function: Callable[[Context, Any], CType]) -> None:
    """Name the function that reads types: records need it, and it needs records."""
    _TYPES[:] = [function]


def type_from(ctx: Context, node: Any) -> CType:
    """The type that a syntax node stands for."""
    return _TYPES[0](ctx, node)


def lower(ctx: Context, node: Any) -> ValueOrLValue:
    """The place that an expression names, or else its value; references are followed."""
    handler = _EXPRESSIONS.get(type(node))
    if handler is None:
        raise UnsupportedError(f"{type(node).__name__} as an expression", ctx.loc(node))
    result = handler(ctx, node)
    return referred(ctx, result, ctx.loc(node)) if isinstance(result, LValue) else result


def lower_raw(ctx: Context, node: Any) -> CValue:
    """The value of an expression; an array or a function stays one."""
    result = lower(ctx, node)
    return load(ctx, result, ctx.loc(node)) if isinstance(result, LValue) else result


def lower_value(ctx: Context, node: Any) -> CValue:
    """The value of an expression; arrays and functions as pointers."""
    return decayed(ctx, lower_raw(ctx, node), ctx.loc(node))


def lower_place(ctx: Context, node: Any) -> LValue:
    """The place that an lvalue names, or in which a record lives."""
    result = lower(ctx, node)
    if isinstance(result, LValue):
        return result
    if isinstance(result.type, Record):
        return LValue(result.type, result.op, temporary=True, align=result.align)
    raise SourceError("this is not something that can be assigned to or whose address can be taken", ctx.loc(node))


def lower_effect(ctx: Context, node: Any) -> None:
    """Evaluate an expression for its side effects."""
    handler = _EFFECTS.get(type(node))
    if handler is not None:
        handler(ctx, node)
        return
    result = lower(ctx, node)
    if isinstance(result, LValue) and result.type.volatile:
        load(ctx, result, ctx.loc(node))


def lower_statement(ctx: Context, node: Any) -> None:
    """Lower a statement; anything that is not one is an expression statement."""
    _STATEMENTS.get(type(node), lower_effect)(ctx, node)
