"""Lvalues: names, a[i], s.x, p->x, *p, and the built-in variables of a thread."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.binary import add_index
from cudabmc.frontend.c.constants import string_object
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import (
    CHAR,
    INT,
    UINT,
    Array,
    CType,
    Func,
    Ptr,
    Record,
    RecordDecl,
    Void,
    is_integer,
    qualified,
    spell,
)
from cudabmc.frontend.c.dispatch import ValueOrLValue, expression, lower_place, lower_value
from cudabmc.frontend.c.externals import external_address, list_external
from cudabmc.frontend.c.functions import candidates
from cudabmc.frontend.c.layout import find_member, size_of
from cudabmc.frontend.c.scope import Entity, Enumerator, ObjectVariable, Overloads, RegisterVariable
from cudabmc.frontend.c.temporaries import temporary
from cudabmc.frontend.c.typenames import named_type
from cudabmc.frontend.c.values import CValue, LValue, alignment_of, function_value, offset_by, write
from cudabmc.goto import alignment
from cudabmc.goto.program import Call, Const, Reg, Symbol
from cudabmc.goto.types import I32

_THREAD_VARIABLES = {"threadIdx": "uint3", "blockIdx": "uint3", "blockDim": "dim3", "gridDim": "dim3"}


@expression(c_ast.ID)
def name(ctx: Context, node: Any) -> ValueOrLValue:
    """What an identifier stands for."""
    entity = ctx.scope.find(node.name)
    if entity is None:
        entity = _library_name(ctx, node.name)
    match entity:
        case RegisterVariable():
            return LValue(entity.type, reg=entity.reg, constant=entity.constant)
        case ObjectVariable():
            return LValue(entity.type, entity.addr, constant=entity.constant)
        case Enumerator():
            return CValue(entity.value, entity.type)
        case Overloads():
            return _function_name(ctx, node)
    if node.name in _THREAD_VARIABLES:
        return _whole_thread_variable(ctx, node)
    if node.name == "warpSize":
        return CValue(Const(32, I32), INT)
    if node.name in ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__") and ctx.function is not None:
        data = ctx.function.name.encode() + b"\0"
        addr = string_object(ctx, data, ctx.loc(node))
        return LValue(Array(qualified(CHAR, True, False), len(data)), addr)
    if candidates(ctx, node.name):
        return _function_name(ctx, node)
    raise SourceError(f"'{node.name}' was not declared", ctx.loc(node))


def _library_name(ctx: Context, identifier: str) -> Entity | None:
    """An enumerator or a variable that the models declare."""
    return ctx.link.registry.find(identifier) if ctx.link.declare_block(identifier) else None


def _function_name(ctx: Context, node: Any) -> CValue:
    functions = tuple(candidates(ctx, node.name))
    first = functions[0]
    if first.model is not None:  # and so are all others: those of the program come first
        return function_value(first, first.type, ctx.loc(node))
    symbol = external_address(ctx, first) if list_external(ctx, first) else Symbol(first.link_name)
    return CValue(symbol, first.type, functions)


def _thread_component(ctx: Context, variable: str, component: str, node: Any) -> CValue:
    loc = ctx.loc(node)
    if ctx.function is not None and not ctx.function.on_device:
        raise SourceError(f"'{variable}' exists in device code only", loc)
    dst = ctx.builder.reg(I32)
    ctx.builder.emit(Call(dst, f"{variable}.{component}", (), (), I32, loc))
    return CValue(Reg(dst), UINT)


def _whole_thread_variable(ctx: Context, node: Any) -> LValue:
    type = named_type(ctx, [_THREAD_VARIABLES[node.name]], node)
    assert isinstance(type, Record)
    loc = ctx.loc(node)
    target = temporary(ctx, type, loc)
    for member in type.decl.members or ():
        part = _thread_component(ctx, node.name, member.name, node)
        write(ctx.builder, offset_by(ctx.builder, target, member.offset, loc), part.op, UINT, loc)
    return LValue(qualified(type, True, False), target)


@expression(c_ast.ArrayRef)
def subscript(ctx: Context, node: Any) -> LValue:
    """a[i]; i[a] too."""
    loc = ctx.loc(node)
    base, index = lower_value(ctx, node.name), lower_value(ctx, node.subscript)
    if is_integer(base.type):
        base, index = index, base
    to = _pointed_to(base.type, loc)
    align = alignment.behind(base.align, size_of(to, loc)) if base.align else 0
    return LValue(to, add_index(ctx, base, index, loc), align=align)


def dereference(ctx: Context, node: Any) -> ValueOrLValue:
    """*p."""
    loc = ctx.loc(node)
    value = lower_value(ctx, node.expr)
    to = _pointed_to(value.type, loc)
    if isinstance(to, Func):
        return CValue(value.op, to, value.functions)
    return LValue(to, value.op, align=value.align)


def _pointed_to(type: CType, loc: Any) -> CType:
    if not isinstance(type, Ptr):
        raise SourceError(f"'{spell(type)}' is not a pointer or an array", loc)
    if isinstance(type.to, Void):
        raise SourceError("a pointer to void cannot be dereferenced", loc, "cast it to a pointer to its elements")
    return type.to


@expression(c_ast.StructRef)
def member(ctx: Context, node: Any) -> ValueOrLValue:
    """s.x and p->x."""
    loc = ctx.loc(node)
    if _is_thread_component(ctx, node):
        return _thread_component(ctx, node.name.name, node.field.name, node)
    if node.type == "->":
        value = lower_value(ctx, node.name)
        base = LValue(_pointed_to(value.type, loc), value.op, align=value.align)
    else:
        base = lower_place(ctx, node.name)
    if not isinstance(base.type, Record):
        hint = "use ->" if isinstance(base.type, Ptr) and node.type == "." else ""
        raise SourceError(f"'{spell(base.type)}' has no members", loc, hint)
    return select(ctx, base, node.field.name, node)


def _is_thread_component(ctx: Context, node: Any) -> bool:
    base = node.name
    if not isinstance(base, c_ast.ID) or base.name not in _THREAD_VARIABLES or node.type != ".":
        return False
    return node.field.name in ("x", "y", "z") and ctx.scope.find(base.name) is None


def select(ctx: Context, base: LValue, field: str, node: Any) -> LValue:
    """The member `field` of a record."""
    assert isinstance(base.type, Record) and base.addr is not None
    found = find_member(base.type, field)
    if found is None:
        if base.type.decl.members is None:
            raise SourceError(f"'{base.type.decl.tag}' is declared, but not defined", ctx.loc(node))
        message = f"'{base.type.decl.tag}' has no member '{field}'"
        raise SourceError(message, ctx.loc(node.field), _members(base.type.decl))
    addr = offset_by(ctx.builder, base.addr, found.offset, ctx.loc(node))
    type = qualified(found.type, base.type.const, base.type.volatile)
    align = alignment.behind(alignment_of(base), found.offset)
    return LValue(type, addr, bit=found.bit, width=found.width, unit=found.unit, temporary=base.temporary, align=align)


def _members(decl: RecordDecl) -> str:
    return "members: " + ", ".join(m.name for m in decl.members or () if m.name)
