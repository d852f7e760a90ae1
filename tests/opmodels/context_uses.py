"""What a model may ask of its context, by its source: its own calls, and those of all that it can reach.

Functions and classes of the models are found by the names that a function uses, in its closure, and in the tables and
objects that these names stand for. So more is found than a run can come to, never less: a context is only ever handed
on by its name, `ctx` or `self.ctx`, which tests hold the models to.
"""

import ast
import dis
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from opmodels import registry


@cache
def calls_of_context(function: FunctionType) -> tuple[ast.AST, ...]:
    """All places `ctx.something`: calls of it where it is called."""
    return tuple(node for part in reached(function) for node in _own_calls(part))


def uses(function: FunctionType) -> frozenset[str]:
    """The names of what the model may ask for."""
    return frozenset(name_of(node) for node in calls_of_context(function))


def name_of(node: ast.AST) -> str:
    """The name of what a place asks for."""
    part = node.func if isinstance(node, ast.Call) else node
    assert isinstance(part, ast.Attribute)
    return part.attr


@cache
def _own_calls(function: FunctionType) -> tuple[ast.AST, ...]:
    nodes = list(ast.walk(_tree(function)))
    called = {node.func: node for node in nodes if isinstance(node, ast.Call)}
    return tuple(called.get(node, node) for node in nodes if isinstance(node, ast.Attribute) and is_context(node.value))


def is_context(node: ast.AST) -> bool:
    """`ctx`, or `self.ctx` of an object that keeps it."""
    return (isinstance(node, ast.Name) and node.id == "ctx") or (isinstance(node, ast.Attribute) and node.attr == "ctx")


@cache
def reached(function: FunctionType) -> tuple[FunctionType, ...]:
    """The function, and those of the models that it can come to."""
    seen: dict[FunctionType, None] = {function: None}
    left = [function]
    while left:
        for other in _functions_of(left.pop()):
            if other not in seen:
                seen[other] = None
                left.append(other)
    return tuple(seen)


@cache
def _functions_of(function: FunctionType) -> tuple[FunctionType, ...]:
    """Those of the models that it names or holds."""
    held: list[object] = [cell.cell_contents for cell in function.__closure__ or ()]
    held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    names = frozenset(_names(function.__code__))
    held += [function.__globals__[name] for name in _global_names(function.__code__) if name in function.__globals__]
    modules = [value for value in held if isinstance(value, ModuleType) and value.__name__.startswith("opmodels.")]
    held += [vars(module)[name] for module in modules for name in names if name in vars(module)]
    held += _texts(function.__code__)
    seen: set[int] = set()
    return tuple(found for value in held for found in _inside(value, seen))


def _inside(value: Any, seen: set[int]) -> Iterator[FunctionType]:
    """The functions in a value: in tables, records and classes too. A declaration stands for its model, which may be
    applied."""
    if isinstance(value, str) and value in _declared():
        yield _declared()[value]
    if id(value) in seen or isinstance(value, str | bytes | int | float | ModuleType | None):
        return
    seen.add(id(value))
    if isinstance(value, FunctionType):
        if value.__module__.startswith("opmodels.") and value.__module__ != "opmodels.registry":
            yield value
        return
    if isinstance(value, partial):
        parts: Iterable[Any] = (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, Mapping):
        parts = (*value.keys(), *value.values())
    elif isinstance(value, type):
        parts = map(_plain, vars(value).values()) if value.__module__.startswith("opmodels.") else ()
    elif isinstance(value, list | tuple | set | frozenset):
        parts = (*value, type(value))
    else:
        parts = (type(value), *getattr(value, "__dict__", {}).values(), getattr(value, "__wrapped__", None))
    for part in parts:
        yield from _inside(part, seen)


@cache
def _declared() -> dict[str, FunctionType]:
    return {model.signature: model.function for model in registry.all_models() if not model.source}


def _texts(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _texts(constant)


def _plain(member: Any) -> Any:
    """The function of a method or a property."""
    if isinstance(member, property):
        return member.fget
    return member.__func__ if isinstance(member, staticmethod | classmethod) else member


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _global_names(code: CodeType) -> Iterator[str]:
    """Those that do not stand behind a dot."""
    yield from (i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)


def _tree(function: FunctionType) -> ast.AST:
    """The definition: of a lambda the one on that line, of all if there are several."""
    named, lambdas = _definitions(function.__module__)
    line = function.__code__.co_firstlineno
    found = named.get((line, function.__code__.co_name))
    return found if found is not None else ast.Module(lambdas.get(line, []), [])


@cache
def _definitions(module: str) -> tuple[dict[tuple[int, str], ast.AST], dict[int, list[Any]]]:
    """The functions of a module by first line, decorators included, and name; its lambdas by line."""
    named: dict[tuple[int, str], ast.AST] = {}
    lambdas: dict[int, list[Any]] = {}
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.FunctionDef):
            named[min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.name] = node
        elif isinstance(node, ast.Lambda):
            lambdas.setdefault(node.lineno, []).append(node)
    return named, lambdas
