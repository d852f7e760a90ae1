"""Kernel launches: kernel<<<grid, block, shmem, stream>>>(args) and ESBMC_verify_kernel(kernel, grid, block, args).

A struct argument is passed as its scalar members, one parameter each: a kernel must not read the
stack of the host.
"""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import convert
from cudabmc.frontend.c.ctypes import LONG, NOTHING, CType, Func, Ptr, Record, Ref, machine, spell
from cudabmc.frontend.c.dispatch import ValueOrLValue, expression, lower, lower_value
from cudabmc.frontend.c.layout import leaves
from cudabmc.frontend.c.nodes import Construct, LaunchNode
from cudabmc.frontend.c.overloads import resolve
from cudabmc.frontend.c.scope import FunctionEntity, Overloads
from cudabmc.frontend.c.temporaries import assign_object, dim3_parts, temporary
from cudabmc.frontend.c.typenames import type_of
from cudabmc.frontend.c.values import NO_VALUE, CValue, LValue, decayed, load, offset_by, read
from cudabmc.goto.program import Const, Launch, Operand
from cudabmc.goto.types import I32, PTR, Type
from cudabmc.source.location import Location

OperandTriple = tuple[Operand, Operand, Operand]


@expression(LaunchNode)
def launch(ctx: Context, node: Any) -> CValue:
    """kernel<<<...>>>(args)."""
    shmem: Operand = int64(0)
    if node.shmem is not None:
        shmem = convert(ctx, lower_value(ctx, node.shmem), LONG, ctx.loc(node.shmem)).op
    stream: Operand = Const(0, PTR)
    if node.stream is not None:
        loc = ctx.loc(node.stream)
        stream = convert(ctx, lower_value(ctx, node.stream), Ptr(NOTHING), loc, explicit=False).op
    args = list(node.args.exprs) if node.args else []
    _launch(ctx, node.kernel, node.grid, node.block, shmem, stream, args)
    return CValue(NO_VALUE, NOTHING)


def launch_by_call(ctx: Context, args: list[Any], loc: Location) -> None:
    """ESBMC_verify_kernel(kernel, grid, block, args...) and its variants."""
    if len(args) < 3:
        raise SourceError("ESBMC_verify_kernel takes a kernel, the number of blocks, of threads, and arguments", loc)
    _launch(ctx, args[0], args[1], args[2], int64(0), Const(0, PTR), args[3:])


def _launch(
    ctx: Context, kernel: Any, grid: Any, block: Any, shmem: Operand, stream: Operand, nodes: list[Any]
) -> None:
    loc = ctx.loc(kernel)
    grid_parts, block_parts = _dimensions(ctx, grid), _dimensions(ctx, block)
    while isinstance(kernel, c_ast.UnaryOp) and kernel.op in "&*" and isinstance(kernel.expr, c_ast.ID):
        kernel = kernel.expr
    args = [lower(ctx, n) for n in nodes]
    target, type = _kernel(ctx, kernel, args, loc)
    operands: list[Operand] = []
    types: list[Type] = []
    for arg, node, param in zip(args, nodes, type.params, strict=True):
        for operand, kind in _argument(ctx, arg, param, ctx.loc(node)):
            operands.append(operand)
            types.append(kind)
    ctx.builder.emit(
        Launch(target, grid_parts, block_parts, shmem, stream, tuple(operands), tuple(types), loc)
    )


def _dimensions(ctx: Context, node: Any) -> OperandTriple:
    loc = ctx.loc(node)
    braced = isinstance(node, Construct) and any(isinstance(a, c_ast.InitList) for a in node.args)
    if isinstance(node, Construct) and len(node.args) <= 3 and not braced:
        type = type_of(ctx, node.type)
        if isinstance(type, Record) and type.decl.tag == "dim3":
            parts = [dim3_parts(ctx, lower_value(ctx, a), ctx.loc(a))[0] for a in node.args]
            filled = [*parts, *[Const(1, I32)] * (3 - len(parts))]
            return filled[0], filled[1], filled[2]
    return dim3_parts(ctx, lower_value(ctx, node), loc)


def _kernel(ctx: Context, node: Any, args: list[ValueOrLValue], loc: Location) -> tuple[str | Operand, Func]:
    entity = ctx.scope.find(node.name) if isinstance(node, c_ast.ID) else None
    if isinstance(node, c_ast.ID) and entity is None:
        raise SourceError(f"'{node.name}' was not declared", loc)
    if isinstance(entity, Overloads):
        function = resolve(node.name, entity.functions, args, loc)
        _check_kernel(function, loc)
        _check_count(len(function.type.params), len(args), node.name, loc)
        return function.link_name, function.type
    value = lower_value(ctx, node)
    if not isinstance(value.type, Ptr) or not isinstance(value.type.to, Func):
        raise SourceError(f"only a kernel can be launched, not '{spell(value.type)}'", loc)
    _check_count(len(value.type.to.params), len(args), "the kernel", loc)
    return value.op, value.type.to


def _check_kernel(function: FunctionEntity, loc: Location) -> None:
    if not function.is_kernel:
        raise SourceError(f"'{function.name}' is not a __global__ function and cannot be launched", loc)
    if function.node is None:
        raise SourceError(f"the kernel '{function.name}' is declared, but not defined", loc)


def _check_count(wanted: int, given: int, name: str, loc: Location) -> None:
    if wanted != given:
        raise SourceError(f"'{name}' takes {wanted} arguments, {given} given", loc)


def _argument(ctx: Context, arg: ValueOrLValue, param: CType, loc: Location) -> list[tuple[Operand, Type]]:
    if isinstance(param, Ref):
        raise UnsupportedError("reference parameter of a kernel", loc)
    if isinstance(param, Record):
        return list(_flattened(ctx, arg, param, loc))
    value = decayed(ctx, load(ctx, arg, loc) if isinstance(arg, LValue) else arg, loc)
    return [(convert(ctx, value, param, loc, explicit=False).op, machine(param))]


def _flattened(ctx: Context, arg: ValueOrLValue, param: Record, loc: Location) -> list[tuple[Operand, Type]]:
    """The scalar members of a struct argument."""
    if isinstance(arg.type, Record) and arg.type.decl is param.decl:
        base = load(ctx, arg, loc).op if isinstance(arg, LValue) else arg.op
    else:
        base = temporary(ctx, param, loc)
        assign_object(ctx, LValue(param, base), arg, loc)
    return [
        (read(ctx.builder, offset_by(ctx.builder, base, offset, loc), leaf, loc), machine(leaf))
        for offset, leaf, _ in leaves(param)
    ]
