"""Calls of functions of the program, of models and through pointers.

A record argument is passed by its address and copied by the callee; a record result comes back
through a hidden first argument, the address of a temporary of the caller.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import convert, default_promote
from cudabmc.frontend.c.ctypes import CType, Func, Ptr, Record, Ref, Void, machine, spell, unqualified
from cudabmc.frontend.c.dispatch import ValueOrLValue, calls_by, effect, expression, lower, lower_value
from cudabmc.frontend.c.externals import arbitrary_record, list_external
from cudabmc.frontend.c.functions import candidates, check_sides, registry_context
from cudabmc.frontend.c.launches import launch_by_call
from cudabmc.frontend.c.overloads import resolve
from cudabmc.frontend.c.scope import FunctionEntity, Overloads
from cudabmc.frontend.c.special_calls import SPECIAL
from cudabmc.frontend.c.temporaries import assign_object, bind, temporary
from cudabmc.frontend.c.values import NO_VALUE, CValue, LValue, decayed, load
from cudabmc.frontend.c.variadic import VA_LIST, pack
from cudabmc.goto.program import Call, Operand, Reg
from cudabmc.goto.types import PTR, VOID, Type
from cudabmc.source.location import Location

_LAUNCH = re.compile(r"ESBMC_verify_kernel\w*")


@expression(c_ast.FuncCall)
def call(ctx: Context, node: Any) -> ValueOrLValue:
    """f(args) for its value."""
    return lower_call(ctx, node, wanted=True)


@effect(c_ast.FuncCall)
def call_for_effect(ctx: Context, node: Any) -> None:
    """f(args); the result is not used."""
    lower_call(ctx, node, wanted=False)


def _call_into(ctx: Context, node: Any, target: LValue) -> CValue:
    """A call whose record result initialises `target`."""
    ctx.result_target = target
    try:
        result = lower_call(ctx, node, wanted=True)
    finally:
        ctx.result_target = None
    return load(ctx, result, ctx.loc(node)) if isinstance(result, LValue) else result


def lower_call(ctx: Context, node: Any, wanted: bool) -> ValueOrLValue:
    """A call; without `wanted` its result gets no register."""
    loc = ctx.loc(node.name)
    nodes = list(node.args.exprs) if node.args else []
    if isinstance(node.name, c_ast.ID):
        name = node.name.name
        entity = ctx.scope.find(name)
        if entity is None and name in SPECIAL:
            return SPECIAL[name](ctx, node)
        if _LAUNCH.fullmatch(name) and (entity is None or isinstance(entity, Overloads)):
            launch_by_call(ctx, nodes, loc)
            return CValue(NO_VALUE, Void())
        if entity is None or isinstance(entity, Overloads):
            return _named(ctx, name, nodes, loc, wanted)
    return _through_pointer(ctx, node.name, nodes, loc, wanted)


def _named(ctx: Context, name: str, nodes: list[Any], loc: Location, wanted: bool) -> ValueOrLValue:
    functions = candidates(ctx, name)
    if not functions:
        raise SourceError(f"'{name}' was not declared", loc, "include its header, declare it, or check the spelling")
    target, ctx.result_target = ctx.result_target, None
    args = [lower(ctx, n) for n in nodes]
    function = resolve(name, functions, args, loc)
    check_sides(ctx, function, loc)
    if function.defaults:
        args += [_default(ctx, function, i) for i in range(len(args), len(function.type.params))]
    passed = Passed()
    symbols = function.model.symbol_params if function.model is not None else ()
    for index, arg in enumerate(args):
        where = ctx.loc(nodes[index]) if index < len(nodes) else loc
        _pass(ctx, passed, arg, _parameter(function.type, index), where, index in symbols)
    external = list_external(ctx, function)
    signature = function.model.signature if function.model is not None else ""
    if function.node is not None and function.type.variadic:
        _pack(ctx, passed, loc)
    result = _emit(ctx, function.link_name, function.type, passed, loc, wanted, target, signature)
    if external and isinstance(result, CValue) and isinstance(result.type, Record):
        arbitrary_record(ctx, function.link_name, result.type, result.op, loc)
    return result


def _parameter(type: Func, index: int) -> CType | None:
    return type.params[index] if index < len(type.params) else None


def _default(ctx: Context, function: FunctionEntity, index: int) -> ValueOrLValue:
    """The value of a default argument, in the scope of the declaration."""
    node = function.defaults[index]
    if function.model is None:
        inner, ctx.scope = ctx.scope, ctx.file_scope
        try:
            return lower(ctx, node)
        finally:
            ctx.scope = inner
    outer = registry_context(ctx)
    outer.builder = ctx.builder
    return lower(outer, node)


def _through_pointer(ctx: Context, callee: Any, nodes: list[Any], loc: Location, wanted: bool) -> ValueOrLValue:
    target, ctx.result_target = ctx.result_target, None
    value = lower_value(ctx, callee)
    type = value.type
    if not isinstance(type, Ptr) or not isinstance(type.to, Func):
        raise SourceError(f"this is not a function, but '{spell(type)}'", loc)
    function = type.to
    if function.prototype and (
        len(nodes) < len(function.params) or (len(nodes) > len(function.params) and not function.variadic)
    ):
        raise SourceError(f"the function takes {len(function.params)} arguments, {len(nodes)} given", loc)
    passed = Passed()
    for index, node in enumerate(nodes):
        _pass(ctx, passed, lower(ctx, node), _parameter(function, index), ctx.loc(node), False)
    if function.variadic:
        _pack(ctx, passed, loc)
    return _emit(ctx, value.op, function, passed, loc, wanted, target)


class Passed:
    """Arguments on their way: operands, their machine types and C types."""

    __slots__ = ("ctypes", "extra", "operands", "types")

    def __init__(self) -> None:
        self.extra: list[CValue] = []  # those for ...
        self.operands: list[Operand] = []
        self.types: list[Type] = []
        self.ctypes: list[str] = []

    def add(self, operand: Operand, type: CType) -> None:
        """One more argument."""
        self.operands.append(operand)
        self.types.append(machine(type))
        self.ctypes.append(spell(unqualified(type)))


def _pass(ctx: Context, passed: Passed, arg: ValueOrLValue, param: CType | None, loc: Location, symbol: bool) -> None:
    if symbol and (address := _symbol(ctx, arg, loc)) is not None:
        passed.add(address, Ptr(arg.type))
    elif isinstance(param, Ref):
        passed.add(bind(ctx, arg, param, loc), param)
    elif param is None:
        value = default_promote(ctx, argument_value(ctx, arg, loc), loc)
        if isinstance(value.type, Record):
            raise UnsupportedError("struct passed for '...'", loc)
        passed.extra.append(value)
    elif isinstance(param, Record):
        passed.add(record_argument(ctx, arg, param, loc), param)
    else:
        value = convert(ctx, argument_value(ctx, arg, loc), param, loc, explicit=False)
        passed.add(value.op, param)


def _symbol(ctx: Context, arg: ValueOrLValue, loc: Location) -> Operand | None:
    """The address of what is given for a device variable; None where its value is the address.

    cuda_runtime.h has a template for every type, also that of a pointer, which takes the address, of a
    temporary if need be; only `const void *` itself prefers the function that the template calls
    (C++17 [over.match.best])."""
    type = arg.type
    if isinstance(type, Ptr) and isinstance(type.to, Void) and type.to.const and not type.to.volatile:
        return None
    if isinstance(arg, LValue):
        return arg.addr
    return bind(ctx, arg, Ref(replace(type, const=True)), loc) if isinstance(type, Ptr) else None


def _pack(ctx: Context, passed: Passed, loc: Location) -> None:
    """A function of the program gets the address of its arguments for `...`."""
    passed.add(pack(ctx, passed.extra, loc), VA_LIST)
    passed.extra.clear()


def argument_value(ctx: Context, arg: ValueOrLValue, loc: Location) -> CValue:
    """An argument as a value, arrays and functions as pointers."""
    return decayed(ctx, load(ctx, arg, loc) if isinstance(arg, LValue) else arg, loc)


def record_argument(ctx: Context, arg: ValueOrLValue, param: Record, loc: Location) -> Operand:
    """The address of a record that the callee may copy; shared memory is copied here, where the program reads it."""
    if isinstance(arg.type, Record) and arg.type.decl is param.decl:
        if isinstance(arg, CValue):
            return arg.op
        if isinstance(arg.addr, Reg) and arg.addr.index in ctx.builder.objects:
            return arg.addr
    target = temporary(ctx, param, loc)
    assign_object(ctx, LValue(param, target), arg, loc)
    return target


def _emit(
    ctx: Context,
    callee: str | Operand,
    type: Func,
    passed: Passed,
    loc: Location,
    wanted: bool,
    target: LValue | None,
    signature: str = "",
) -> ValueOrLValue:
    for value in passed.extra:
        passed.add(value.op, value.type)
    ret = unqualified(type.ret)
    args: Sequence[Operand] = passed.operands
    types: Sequence[Type] = passed.types
    spelled: Sequence[str] = passed.ctypes
    result: Operand = NO_VALUE
    dst = None
    if isinstance(ret, Record):
        fits = target is not None and isinstance(target.type, Record) and target.type.decl is ret.decl
        result = target.addr if target is not None and target.addr is not None and fits else temporary(ctx, ret, loc)
        args, types, spelled = [result, *args], [PTR, *types], [spell(Ptr(ret)), *spelled]
    elif not isinstance(ret, Void) and wanted:
        dst = ctx.builder.reg(machine(ret))
        result = Reg(dst)
    returned = VOID if isinstance(ret, Record) else machine(ret)
    ctx.builder.emit(Call(dst, callee, tuple(args), tuple(types), returned, loc, signature, tuple(spelled)))
    if isinstance(ret, Ref):
        return LValue(ret.to, result) if wanted else CValue(NO_VALUE, Void())
    return CValue(result, ret)


calls_by(_call_into)
