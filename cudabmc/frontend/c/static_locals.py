"""Variables with static storage that are declared in functions: static locals and shared memory."""

from typing import Any

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context, captured
from cudabmc.frontend.c.ctypes import Array, CType, Ref
from cudabmc.frontend.c.first_values import known_constant, split, store_entry
from cudabmc.frontend.c.initialisers import collect
from cudabmc.frontend.c.scope import ObjectVariable
from cudabmc.frontend.c.variables import make_global
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Global, Load, Reg, Space, Store, Symbol
from cudabmc.goto.types import BOOL, I8
from cudabmc.goto.variable import Variable


def declare_shared(ctx: Context, node: Any, type: CType) -> None:
    """__shared__ T x[n]; extern __shared__ T x[]."""
    loc = ctx.loc(node)
    if ctx.function is not None and not ctx.function.on_device:
        raise SourceError("__shared__ in a host function", loc)
    if node.init is not None:
        raise SourceError("a __shared__ variable cannot have an initialiser", loc)
    dynamic = "extern" in node.storage
    if dynamic:
        name = _dynamic_name(ctx, node)
    else:
        if isinstance(type, Array) and type.length is None:
            hint = "dynamic shared memory is declared extern"
            raise SourceError(f"the size of '{node.name}' is not known", loc, hint)
        name = unique_name(ctx, node.name)
    if name not in ctx.link.program.globals:
        ctx.link.program.globals[name] = make_global(ctx, name, node, type, Space.SHARED, dynamic)
    ctx.scope.names[node.name] = ObjectVariable(type, Symbol(name), location=loc)


def _dynamic_name(ctx: Context, node: Any) -> str:
    """All dynamic shared arrays of a function are one memory, and so are those of one name."""
    assert ctx.function is not None
    return ctx.link.dynamic_shared.setdefault(ctx.function.link_name, node.name)


def unique_name(ctx: Context, name: str) -> str:
    """function::name, with a number if the function has several of that name."""
    assert ctx.function is not None
    base = f"{ctx.function.link_name}::{name}"
    ctx.statics[base] = ctx.statics.get(base, 0) + 1
    return base if ctx.statics[base] == 1 else f"{base}.{ctx.statics[base]}"


def declare_static(ctx: Context, node: Any, type: CType) -> None:
    """static T x = e; a value that is not constant is computed at the first pass."""
    if isinstance(type, Ref):
        raise UnsupportedError("static reference", ctx.loc(node))
    function = ctx.function
    assert function is not None
    device_only = function.on_device and not function.on_host
    name = unique_name(ctx, node.name)
    variable = make_global(ctx, name, node, type, Space.DEVICE_GLOBAL if device_only else Space.HOST_GLOBAL)
    ctx.link.program.globals[name] = variable
    entity = ObjectVariable(type, Symbol(name), location=ctx.loc(node))
    ctx.scope.names[node.name] = entity
    if node.init is None:
        return
    entity.constant = known_constant(ctx, type, node.init)
    must_be_constant = not ctx.cxx or variable.space is not Space.HOST_GLOBAL
    initials, rest = split(ctx, collect(ctx, type, node.init), must_be_constant)
    variable.init = tuple(initials)
    if rest:
        _once(ctx, node, variable, rest)


def _once(ctx: Context, node: Any, variable: Global, entries: list[Any]) -> None:
    loc = ctx.loc(node)
    if not ctx.cxx:
        raise SourceError("the initialiser of a static variable is not a constant", entries[0].location)
    if variable.space is not Space.HOST_GLOBAL:
        raise SourceError("the initialiser of a static variable of device code is not a constant", entries[0].location)
    variable.read_only = False  # as a global that code initialises
    guard = f"{variable.name}<initialised>"
    ctx.link.program.globals[guard] = Global(guard, Variable(guard, "bool"), 1, 1, Space.HOST_GLOBAL, loc=loc)
    seen = ctx.builder.reg(I8)
    ctx.builder.emit(Load(seen, Symbol(guard), I8, loc))
    done = ctx.builder.assign(Op.NE, (Reg(seen), Const(0, I8)), BOOL, I8, loc)
    first, end = ctx.builder.label(), ctx.builder.label()
    ctx.builder.branch(done, end, first, loc)
    ctx.builder.place(first)
    with captured(ctx) as items:
        for entry in entries:
            store_entry(ctx, Symbol(variable.name), entry, loc)
    ctx.builder.code += items
    ctx.builder.emit(Store(Symbol(guard), Const(1, I8), I8, loc))
    ctx.builder.place(end)
