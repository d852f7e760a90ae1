"""Functions as entities: declared in the program, or by the operational models."""

import re
from functools import cache
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.context import Context, Linkage
from cudabmc.frontend.c.ctypes import Func, Void, same, spell
from cudabmc.frontend.c.parser import parse
from cudabmc.frontend.c.scope import FunctionEntity, Overloads
from cudabmc.frontend.c.typenames import BUILTIN_TYPES, function_type
from opmodels import registry


def declare_function(ctx: Context, node: Any, definition: Any = None) -> FunctionEntity:
    """Declare the function of a Decl node; `definition` is the FuncDef if it has a body."""
    new = _entity(ctx, node)
    new.node = definition
    scope_entity = ctx.file_scope.names.get(node.name)
    if scope_entity is not None and not isinstance(scope_entity, Overloads):
        raise SourceError(f"'{node.name}' is already declared as something other than a function", ctx.loc(node))
    visible = scope_entity.functions if scope_entity is not None else []
    known = _same_function(ctx.link, new, visible)
    if known is None:
        known = new
        ctx.link.functions.setdefault(node.name, []).append(new)
    elif known is not new:
        _merge(known, new)
    if known not in visible:
        visible.append(known)
    if scope_entity is None:
        ctx.file_scope.names[node.name] = Overloads(visible)
    return known


def _entity(ctx: Context, node: Any) -> FunctionEntity:
    spec = node.funcspec or []
    kernel = "__global__" in spec
    device = kernel or "__device__" in spec
    host = not device or ("__host__" in spec and not kernel)
    params = _parameters(node.type)
    type = function_type(ctx, node.type)
    if kernel and not isinstance(type.ret, Void):
        raise SourceError("a __global__ function returns void", ctx.loc(node))
    return FunctionEntity(
        name=node.name,
        type=type,
        param_names=tuple(p.name or "" for p in params),
        defaults=tuple(getattr(p, "init", None) for p in params),
        location=ctx.loc(node),
        on_host=host,
        on_device=device,
        is_kernel=kernel,
        static_in=ctx.file if "static" in node.storage else "",
        param_nodes=tuple(params),
        cxx=ctx.cxx,
    )


def _parameters(declarator: Any) -> list[Any]:
    """The parameter nodes of a function declarator, without `...` and `(void)`."""
    params = [p for p in (declarator.args.params if declarator.args else ()) if not isinstance(p, c_ast.EllipsisParam)]
    if len(params) == 1 and not params[0].name and isinstance(params[0].type, c_ast.TypeDecl):
        words = getattr(params[0].type.type, "names", None)
        if words == ["void"]:
            return []
    return params


def _same_function(link: Linkage, new: FunctionEntity, visible: list[FunctionEntity]) -> FunctionEntity | None:
    for other in visible:
        if _matches(other, new):
            return other
    if new.static_in:
        return None
    for other in link.functions.get(new.name, ()):
        if not other.static_in and _matches(other, new):
            return other
    return None


def _matches(a: FunctionEntity, b: FunctionEntity) -> bool:
    if not (a.cxx and b.cxx) and (a.name == "main" or not a.type.prototype or not b.type.prototype):
        return True
    return (
        len(a.type.params) == len(b.type.params)
        and a.type.variadic == b.type.variadic
        and all(map(same, a.type.params, b.type.params))
    )


def _merge(known: FunctionEntity, new: FunctionEntity) -> None:
    """A further declaration adds default arguments and the definition."""
    known.defaults = tuple(
        a if a is not None else b
        for a, b in zip(known.defaults or new.defaults, new.defaults or known.defaults, strict=False)
    )
    if spell(known.type.ret) != spell(new.type.ret):
        raise SourceError(f"'{new.name}' was declared before with another result type", new.location)
    known.is_kernel |= new.is_kernel
    if new.node is None:
        return
    if known.node is not None:
        if known.location == new.location:
            return  # the same header in another file
        raise SourceError(
            f"'{new.name}' is defined twice", new.location, f"the other definition is at {known.location}"
        )
    known.node = new.node
    known.type, known.param_names, known.param_nodes = new.type, new.param_names, new.param_nodes
    known.location = new.location
    known.on_host |= new.on_host and not known.on_device
    known.on_device |= new.on_device


def link_functions(link: Linkage) -> None:
    """Give every function its link name: its own if there is one of that name, else with its parameters."""
    for name, functions in link.functions.items():
        for function in functions:
            text = name
            if len({f.static_in or "" for f in functions} | {""}) > 1 and len(functions) > 1 and function.static_in:
                text = f"{function.static_in}::{name}"
            if len([f for f in functions if f.static_in == function.static_in]) > 1:
                text += f"({', '.join(spell(p) for p in function.type.params)})".replace(", ", ",")
            function.link_name = text


REGISTRY = "<registry>"
"""The file of what the operational models declare."""


@cache
def declarations(text: str, type_names: frozenset[str]) -> tuple[Any, ...]:
    """The syntax of what the models declare, at file scope. A program uses twenty of these texts, and parsing them
    takes longer than parsing the program, so a process parses each once: whoever gets a tree does not change it."""
    nodes = parse(text, REGISTRY, type_names).ast.ext
    for node in nodes:
        if isinstance(node, c_ast.Decl) and "extern" in node.storage:
            node.storage = []  # the models' variables have no other definition
    return tuple(nodes)


def model_functions(ctx: Context, name: str) -> list[FunctionEntity]:
    """The models of that name."""
    if ctx.link.setting and (ctx.function is None or not ctx.function.on_device):
        name = ctx.link.setting.get(name, name)
    known = ctx.link.model_entities.get(name)
    if known is None:
        known = [_model_entity(ctx, model) for model in registry.lookup(name)]
        ctx.link.model_entities[name] = known
    return known


def _model_entity(ctx: Context, model: registry.Model) -> FunctionEntity:
    node, *_ = declarations(f"{_expanded(model.signature)};", registry.type_names() | BUILTIN_TYPES)
    inner = registry_context(ctx)
    entity = _entity(inner, node)
    entity.model = model
    entity.link_name = model.name
    entity.on_host, entity.on_device = model.host, model.device
    return entity


def _expanded(signature: str) -> str:
    """The signature with the macros in its default arguments replaced."""
    if "=" not in signature:
        return signature

    def body(match: re.Match[str]) -> str:
        macro = registry.macro_definition(match[0])
        return macro[1] if macro and macro[0] == match[0] else match[0]

    return re.sub(r"\b[A-Za-z_]\w*\b", body, signature)


def registry_context(ctx: Context) -> Context:
    """A context in which the names of the models alone are visible."""
    scope = ctx.link.registry
    return Context(ctx.link, REGISTRY, True, ctx.link.startup, scope, scope)


def candidates(ctx: Context, name: str) -> list[FunctionEntity]:
    """All functions that a call of `name` can mean."""
    entity = ctx.scope.find(name)
    users = entity.functions if isinstance(entity, Overloads) else []
    models = model_functions(ctx, name)
    if not models:
        return users
    own = [f for f in users if f.node is not None]
    return own + [m for m in models if not any(_same_parameters(m.type, f.type) for f in own)]


def _same_parameters(a: Func, b: Func) -> bool:
    return len(a.params) == len(b.params) and all(map(same, a.params, b.params)) and a.variadic == b.variadic


def check_sides(ctx: Context, function: FunctionEntity, loc: Any) -> None:
    """Host code calls host functions, device code device functions."""
    if function.is_kernel:
        raise SourceError(f"'{function.name}' is a __global__ function: launch it with <<<grid, block>>>", loc)
    caller = ctx.function
    on_host = caller is None or caller.on_host
    on_device = caller is not None and caller.on_device
    if on_host and not on_device and not function.on_host:
        raise SourceError(f"host code calls the __device__ function '{function.name}'", loc)
    if on_device and not on_host and not function.on_device:
        if function.model is not None:
            raise SourceError(f"device code calls '{function.name}', which only the host can call", loc)
        hint = "declare it __device__ or __host__ __device__"
        raise SourceError(f"device code calls the host function '{function.name}'", loc, hint)
