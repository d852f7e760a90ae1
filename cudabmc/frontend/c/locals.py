"""Declarations inside of functions."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.c.context import Context, discarded
from cudabmc.frontend.c.ctypes import Array, CType, Func, Ref, Void, is_scalar, machine, qualified, spell, unqualified
from cudabmc.frontend.c.declarations import innermost
from cudabmc.frontend.c.dispatch import lower, lower_value, statement
from cudabmc.frontend.c.first_values import construct_dim3, initialise, known_constant
from cudabmc.frontend.c.functions import declare_function
from cudabmc.frontend.c.initialisers import completed, dim3s
from cudabmc.frontend.c.layout import align_of, is_complete, is_variable, size_of
from cudabmc.frontend.c.nodes import RefDecl
from cudabmc.frontend.c.records import constant
from cudabmc.frontend.c.scope import ObjectVariable, RegisterVariable, TypeName
from cudabmc.frontend.c.static_locals import declare_shared, declare_static
from cudabmc.frontend.c.temporaries import bind, describe
from cudabmc.frontend.c.typenames import size_operand, type_of
from cudabmc.frontend.c.values import LValue, offset_by
from cudabmc.frontend.c.variables import declare_global, static_assert
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Declare, Operand, Undef
from cudabmc.goto.types import PTR
from cudabmc.source.location import Location


@statement(c_ast.DeclList)
def declaration_list(ctx: Context, node: Any) -> None:
    """Several declarations of one statement."""
    for item in node.decls:
        if not isinstance(item, c_ast.Pragma):
            declare_local(ctx, item)


@statement(c_ast.Typedef)
def typedef(ctx: Context, node: Any) -> None:
    """typedef T X; using X = T."""
    name_type(ctx, node)


def name_type(ctx: Context, node: Any) -> None:
    """Declare a typedef; it names a struct that has no other name."""
    type = type_of(ctx, node.type)
    decl = getattr(type, "decl", None)
    if decl is not None and decl.tag.endswith("<unnamed>"):
        decl.tag = node.name
    for asked in innermost(node.type).align or ():
        if constant(ctx, asked.alignment) < align_of(type):
            raise UnsupportedError(f"'{node.name}', a type with a smaller alignment", ctx.loc(node))
    ctx.scope.names[node.name] = TypeName(type)


@statement(c_ast.StaticAssert)
def static_assertion(ctx: Context, node: Any) -> None:
    """static_assert(cond, text)."""
    static_assert(ctx, node)


@statement(c_ast.Decl)
def declare_local(ctx: Context, node: Any) -> None:
    """T x = e; and its variants."""
    loc = ctx.loc(node)
    spec = node.funcspec or []
    if isinstance(node.type, c_ast.FuncDecl):
        declare_function(ctx, node)
        return
    if node.name is None:
        type_of(ctx, node.type)
        return
    if "__constant__" in spec or "__managed__" in spec:
        raise SourceError(f"{'__constant__' if '__constant__' in spec else '__managed__'} inside of a function", loc)
    type = declared_type(ctx, node)
    if "__shared__" in spec:
        declare_shared(ctx, node, type)
    elif "extern" in node.storage:
        declare_global(ctx, node, type)
    elif "static" in node.storage:
        declare_static(ctx, node, completed(ctx, type, node.init))
    elif isinstance(type, Ref):
        _reference(ctx, node, type, loc)
    else:
        _automatic(ctx, node, completed(ctx, type, node.init), loc)


def declared_type(ctx: Context, node: Any) -> CType:
    """The type of a declaration; `auto` takes that of the initialiser."""
    if is_auto(node):
        return _deduced(ctx, node)
    type = type_of(ctx, node.type)
    if "constexpr" in (node.funcspec or []) and not isinstance(type, Ref):
        type = qualified(type, True, False)
    if isinstance(type, Void | Func):
        raise SourceError(f"'{node.name}' is declared with the type '{spell(type)}'", ctx.loc(node))
    return type


def is_auto(node: Any) -> bool:
    """Is it `auto x = e`?"""
    inner = node.type
    while isinstance(inner, c_ast.PtrDecl):
        inner = inner.type
    base = getattr(inner, "type", None)
    if isinstance(base, c_ast.InferredType):
        return True
    return isinstance(base, c_ast.IdentifierType) and base.names == ["auto"]


def _deduced(ctx: Context, node: Any) -> CType:

    if node.init is None:
        raise SourceError(f"'{node.name}' is auto, but has no initialiser", ctx.loc(node))
    const = "const" in node.quals
    with discarded(ctx):
        if isinstance(node.type, RefDecl):
            return Ref(qualified(lower(ctx, node.init).type, const, False))
        found = unqualified(lower_value(ctx, node.init).type)
    return qualified(found, const and not isinstance(node.type, c_ast.PtrDecl), False)


def _reference(ctx: Context, node: Any, type: Ref, loc: Location) -> None:
    if node.init is None:
        raise SourceError(f"the reference '{node.name}' is not bound to anything", loc)
    address = bind(ctx, lower(ctx, node.init), type, loc)
    ctx.scope.names[node.name] = ObjectVariable(type.to, ctx.builder.copy(address, PTR, loc), location=loc)


def _automatic(ctx: Context, node: Any, type: CType, loc: Location) -> None:
    known = known_constant(ctx, type, node.init)
    if is_scalar(type) and id(node) not in ctx.in_memory:
        _register(ctx, node, type, known, loc)
        return
    if isinstance(type, Array) and type.length is None:
        raise SourceError(f"the size of '{node.name}' is not known", loc)
    if not is_complete(type):
        raise SourceError(f"'{node.name}' has the incomplete type '{spell(type)}'", loc)
    addr = make_object(ctx, node.name, type, node, loc)
    ctx.scope.names[node.name] = ObjectVariable(type, addr, known, loc)
    place = LValue(type, addr)
    if node.init is not None:
        initialise(ctx, place, node.init, loc)
    else:
        for at in dim3s(type):
            construct_dim3(ctx, LValue(type, offset_by(ctx.builder, addr, at, loc)), [], loc)


def make_object(ctx: Context, name: str, type: CType, node: Any, loc: Location) -> Operand:
    """An addressed local."""
    size = size_operand(ctx, type, node) if is_variable(type) else int64(size_of(type, loc))
    align = max([align_of(type), *(constant(ctx, a.alignment) for a in getattr(node, "align", None) or ())])
    if align > 4096:
        raise UnsupportedError(f"alignment to {align} bytes", loc)
    return ctx.builder.alloca(size, align, describe(name, type), loc, ctx.scope.alive)


def _register(ctx: Context, node: Any, type: CType, known: Any, loc: Location) -> None:
    reg = ctx.builder.reg(machine(type), variable=True)
    ctx.builder.emit(Declare(reg, describe(node.name, type), loc))
    ctx.scope.names[node.name] = RegisterVariable(type, reg, known)
    if node.init is None:
        of = machine(type)
        ctx.builder.emit(Assign(reg, Op.COPY, (Undef(of, node.name),), of, of, loc))
    else:
        initialise(ctx, LValue(type, reg=reg), node.init, loc)
