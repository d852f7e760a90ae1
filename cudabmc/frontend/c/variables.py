"""Variables with static storage: declared in a first pass over all files, given their values in a second."""

from typing import Any

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import Array, CType, Ref, is_scalar, same, spell
from cudabmc.frontend.c.first_values import known_constant, split, store_entry
from cudabmc.frontend.c.initialisers import Entry, collect, completed, dim3s
from cudabmc.frontend.c.kernel_parameters import pointers_in
from cudabmc.frontend.c.layout import align_of, is_complete, size_of
from cudabmc.frontend.c.nodes import Construct
from cudabmc.frontend.c.records import constant
from cudabmc.frontend.c.scope import ObjectVariable
from cudabmc.frontend.c.temporaries import describe
from cudabmc.goto.program import Const, Global, Initial, Space, Symbol
from cudabmc.goto.types import I32
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

_OF_DEVICE = (Space.DEVICE_GLOBAL, Space.CONSTANT, Space.MANAGED)
_SPACES = {
    "__shared__": Space.SHARED,
    "__constant__": Space.CONSTANT,
    "__managed__": Space.MANAGED,
    "__device__": Space.DEVICE_GLOBAL,
}


@dataclass(slots=True)
class Pending:
    """A variable whose initialiser is lowered when all functions are known."""

    ctx: Context
    entity: ObjectVariable
    variable: Global
    node: Any


def space_of(spec: list[str]) -> Space:
    """The memory space that the qualifiers of a variable ask for."""
    return next((space for word, space in _SPACES.items() if word in spec), Space.HOST_GLOBAL)


def static_assert(ctx: Context, node: Any) -> None:
    """SourceError if the condition does not hold."""
    if constant(ctx, node.cond) == 0:
        text = node.message.value if node.message is not None else "the condition is false"
        raise SourceError(f"static assertion failed: {text}", ctx.loc(node))


def declare_global(ctx: Context, node: Any, type: CType) -> ObjectVariable:
    """Declare a variable of file scope, or an `extern` one in a block."""
    loc = ctx.loc(node)
    if isinstance(type, Ref):
        raise UnsupportedError("reference with static storage", loc)
    type = completed(ctx, type, node.init)
    spec = node.funcspec or []
    if ctx.cxx and type.const and "extern" not in node.storage and not spec_space(spec):
        internal = True
    else:
        internal = "static" in node.storage
    known = ctx.file_scope.names.get(node.name)
    if known is None and not internal:
        known = ctx.link.shared_names.get(node.name)
    if known is not None and not isinstance(known, ObjectVariable):
        raise SourceError(f"'{node.name}' is already declared as something other than a variable", loc)
    if known is None:
        known = _new(ctx, node, type, internal, loc)
    elif not same(known.type, type) and not _completes(known, type):
        first = f"the other declaration is at {known.location}"
        raise SourceError(f"'{node.name}' was declared before as '{spell(known.type)}'", loc, first)
    ctx.scope.names[node.name] = known
    if ctx.scope is not ctx.file_scope:
        ctx.file_scope.names.setdefault(node.name, known)
    _define(ctx, node, known, type, loc)
    return known


def spec_space(spec: list[str]) -> bool:
    """Does one of the words name a memory space?"""
    return any(word in _SPACES for word in spec)


def _completes(known: ObjectVariable, type: CType) -> bool:
    """int a[]; and int a[3]; are one variable."""
    both = isinstance(known.type, Array) and isinstance(type, Array) and same(known.type.of, type.of)
    if both and isinstance(known.type, Array) and known.type.length is None:
        known.type = type
    return both and isinstance(type, Array) and (type.length is None or known.type == type)


def _new(ctx: Context, node: Any, type: CType, internal: bool, loc: Location) -> ObjectVariable:
    name = node.name
    if name in ctx.link.used_names:
        name = f"{ctx.file}::{name}"
    ctx.link.used_names.add(name)
    entity = ObjectVariable(type, Symbol(name), location=loc)
    if not internal:
        ctx.link.shared_names[node.name] = entity
    return entity


def _define(ctx: Context, node: Any, entity: ObjectVariable, type: CType, loc: Location) -> None:
    """Make the global if this declaration defines it, or may (a tentative definition)."""
    assert isinstance(entity.addr, Symbol)
    name = entity.addr.name
    spec = node.funcspec or []
    space = space_of(spec)
    dynamic = space is Space.SHARED and "extern" in node.storage
    if "extern" in node.storage and node.init is None and not dynamic:
        ctx.link.extern_uses.setdefault(name, loc)
        return
    variable = ctx.link.program.globals.get(name)
    if variable is None:
        variable = make_global(ctx, name, node, entity.type, space, dynamic)
        ctx.link.program.globals[name] = variable
    elif isinstance(entity.type, Array) and variable.size == 0 and is_complete(entity.type):
        variable.size = size_of(entity.type)
    if node.init is not None:
        if name in ctx.link.initialised:
            raise SourceError(f"'{node.name}' is defined twice", loc)
        ctx.link.initialised.add(name)
        variable.loc = loc
        entity.constant = known_constant(ctx, type, node.init)
        ctx.link.pending.append(Pending(ctx, entity, variable, node))


def make_global(ctx: Context, name: str, node: Any, type: CType, space: Space, dynamic: bool = False) -> Global:
    """The global of a declaration, with the value that it has without an initialiser."""
    loc = ctx.loc(node)
    if "_THREAD_LOCAL" in (getattr(node, "storage", None) or ()):
        ctx.link.program.has_thread_locals = True
    element = type
    while isinstance(element, Array):
        element = element.of
    incomplete = isinstance(type, Array) and type.length is None
    if not incomplete and not is_complete(type):
        raise SourceError(f"'{node.name}' has the incomplete type '{spell(type)}'", loc)
    align = max([align_of(type), *(constant(ctx, a.alignment) for a in getattr(node, "align", None) or ())])
    ones = dim3s(type) if ctx.cxx and space is not Space.SHARED and not incomplete else []
    return Global(
        name=name,
        var=describe(node.name, type),
        size=0 if incomplete else size_of(type, loc),
        align=align,
        space=space,
        init=tuple(Initial(at + 4 * part, I32, Const(1, I32)) for at in ones for part in range(3)),
        read_only=type.const and space is Space.HOST_GLOBAL,
        dynamic_shared=dynamic,
        loc=loc,
        element=describe("", element) if isinstance(type, Array) else None,
        element_size=size_of(element) if isinstance(type, Array) else 0,
        pointers=() if incomplete or space not in _OF_DEVICE else tuple(pointers_in(node.name, type)),
    )


def give_value(pending: Pending) -> None:
    """Lower the initialiser of a global: to constants, or to code that runs before main."""
    ctx, node, variable = pending.ctx, pending.node, pending.variable
    type = pending.entity.type
    source = node.init
    loc = ctx.loc(node)
    if variable.space is Space.SHARED:
        raise SourceError("a __shared__ variable cannot have an initialiser", loc)
    if isinstance(source, Construct) and not is_scalar(type):
        entries = [Entry(0, type, source, loc)]
    else:
        entries = collect(ctx, type, source)
    initials, rest = split(ctx, entries, not ctx.cxx or variable.space is not Space.HOST_GLOBAL)
    variable.init = tuple(initials)
    if not rest:
        return
    if not ctx.cxx:
        raise SourceError("the initialiser of a variable with static storage is not a constant", rest[0].location)
    if variable.space is not Space.HOST_GLOBAL:
        raise SourceError("the initialiser of a device variable is not a constant", rest[0].location)
    variable.read_only = False  # compilers put in writable memory what code has to initialise
    for entry in rest:
        store_entry(ctx, Symbol(variable.name), entry, entry.location)
