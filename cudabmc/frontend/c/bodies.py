"""Bodies of functions: parameters, statements, the end.

A record parameter arrives as an address and is copied; a kernel gets its scalar members instead and
puts them together again:
    __global__ void k(struct { int a, b; } s)   ==>   params s.a, s.b;  s = alloca 8; store s.a; store s.b
"""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.assemble import finish
from cudabmc.frontend.body.builder import Builder, int64
from cudabmc.frontend.c.addressed import addressed, has_labels
from cudabmc.frontend.c.context import Context, Linkage
from cudabmc.frontend.c.ctypes import CType, Func, Ptr, Record, Ref, machine
from cudabmc.frontend.c.dispatch import lower_statement
from cudabmc.frontend.c.layout import align_of, leaves, size_of
from cudabmc.frontend.c.reuse import without_repeats
from cudabmc.frontend.c.scope import FunctionEntity, ObjectVariable, RegisterVariable, Scope
from cudabmc.frontend.c.statements import default_result
from cudabmc.frontend.c.temporaries import describe
from cudabmc.frontend.c.typenames import parameter_type
from cudabmc.frontend.c.values import copy_object, offset_by, write
from cudabmc.frontend.c.variadic import VA_LIST
from cudabmc.goto.program import Function, Operand, Reg, Return
from cudabmc.goto.types import PTR, VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location


def lower_function(outer: Context, function: FunctionEntity) -> Function:
    """The GOTO function of a definition. `outer` is the context of its file."""
    ctx = Context(
        outer.link, outer.file, outer.cxx, Builder(), Scope(outer.file_scope), outer.file_scope, function,
        records=outer.records,
    )  # fmt: skip
    body = function.node.body
    ctx.in_memory = addressed(ctx, function.param_nodes, body)
    ctx.builder.hoist = has_labels(body)
    params, types = _parameters(ctx, function)
    for item in body.block_items or []:
        lower_statement(ctx, item)
    _check_labels(ctx)
    ret = function.type.ret
    ctx.builder.emit(Return(default_result(ctx), function.node.end))
    return Function(
        name=function.link_name,
        display=function.name,
        params=tuple(params),
        param_types=tuple(types),
        ret=VOID if isinstance(ret, Record) else machine(ret),
        body=without_repeats(finish(ctx.builder), ctx.builder, len(params)),
        reg_types=tuple(ctx.builder.reg_types),
        loc=function.location,
        is_kernel=function.is_kernel,
        on_host=function.on_host,
        on_device=function.on_device,
        launch_bounds=function.launch_bounds,
        cluster=function.cluster,
        arguments=_arguments(function) if function.is_kernel else None,
    )


def _arguments(function: FunctionEntity) -> tuple[tuple[int, int], ...]:
    """Of which argument of a launch, and from which byte of it, each register of a parameter comes."""
    found: list[tuple[int, int]] = []
    for index, param in enumerate(function.type.params):
        found += [(index, offset) for offset, _, _ in leaves(param)] if isinstance(param, Record) else [(index, 0)]
    return tuple(found)


def _check_labels(ctx: Context) -> None:
    for name, loc in ctx.label_uses.items():
        if name not in ctx.placed_labels:
            raise SourceError(f"there is no label '{name}'", loc)


def _parameters(ctx: Context, function: FunctionEntity) -> tuple[list[Variable], list[Type]]:
    """The registers of the parameters come first; then those that are objects get their memory."""
    variables: list[Variable] = []
    types: list[Type] = []

    def register(variable: Variable, type: Type) -> int:
        variables.append(variable)
        types.append(type)
        return ctx.builder.reg(type, variable=True)

    if isinstance(function.type.ret, Record):
        ctx.return_slot = Reg(register(describe("<result>", Ptr(function.type.ret)), PTR))
    arrived: list[tuple[Any, CType, list[int]]] = []
    for index, node in enumerate(function.param_nodes):
        type = _declared(function.type, index)
        name = function.param_names[index]
        if function.is_kernel and isinstance(type, Ref):
            raise UnsupportedError("reference parameter of a kernel", ctx.loc(node))
        if function.is_kernel and isinstance(type, Record):
            parts = [register(describe(f"{name}{path}", leaf), machine(leaf)) for _, leaf, path in leaves(type)]
            arrived.append((node, type, parts))
        else:
            arrived.append((node, type, [register(describe(name, type), machine(type))]))
    if function.type.variadic:
        ctx.variadic_slots = Reg(register(describe("<arguments>", VA_LIST), PTR))
    for node, type, regs in arrived:
        if isinstance(node, c_ast.Decl) and node.name:
            _enter(ctx, function, node, _elaborated(ctx, node, type), regs)
    return variables, types


def _declared(type: Func, index: int) -> CType:
    return type.params[index]


def _elaborated(ctx: Context, node: Any, type: CType) -> CType:
    """A parameter that points to a variable-length array needs the parameters before it."""
    if not isinstance(type, Ptr):
        return type
    return parameter_type(ctx, node, prototype=False)


def _enter(ctx: Context, function: FunctionEntity, node: Any, type: CType, regs: list[int]) -> None:
    """Name a parameter, in memory if it must be there."""
    loc = ctx.loc(node)
    if isinstance(type, Ref):
        ctx.scope.names[node.name] = ObjectVariable(type.to, Reg(regs[0]), location=loc)
    elif isinstance(type, Record):
        addr = _object(ctx, node.name, type, loc)
        if function.is_kernel:
            for reg, (offset, leaf, _) in zip(regs, leaves(type), strict=True):
                write(ctx.builder, offset_by(ctx.builder, addr, offset, loc), Reg(reg), leaf, loc, init=True)
        else:
            copy_object(ctx, addr, Reg(regs[0]), size_of(type, loc), loc)
        ctx.scope.names[node.name] = ObjectVariable(type, addr, location=loc)
    elif id(node) in ctx.in_memory:
        addr = _object(ctx, node.name, type, loc)
        write(ctx.builder, addr, Reg(regs[0]), type, loc, init=True)
        ctx.scope.names[node.name] = ObjectVariable(type, addr, location=loc)
    else:
        ctx.scope.names[node.name] = RegisterVariable(type, regs[0])


def _object(ctx: Context, name: str, type: CType, loc: Location) -> Operand:
    size = int64(size_of(type, loc))
    return ctx.builder.alloca(size, align_of(type), describe(name, type), loc, ctx.scope.alive)


def startup_function(link: Linkage) -> Function | None:
    """The function that runs before main: initialisers of globals that are not constants."""
    if not link.startup.code:
        return None
    link.startup.emit(Return())
    return Function(
        "__cudabmc_init_globals", "initialisers of globals", (), (), VOID,
        finish(link.startup), tuple(link.startup.reg_types),
    )  # fmt: skip
