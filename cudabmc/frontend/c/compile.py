"""From source files to the GOTO program: parse, declare everything, link, lower everything."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c import (  # noqa: F401 - registers the constructs
    access,
    assignment,
    calls,
    construct,
    statements,
    switch,
    unary,
)
from cudabmc.frontend.c.bodies import lower_function, startup_function
from cudabmc.frontend.c.context import Context, Linkage
from cudabmc.frontend.c.function_addresses import refuse_kept_on_host
from cudabmc.frontend.c.functions import REGISTRY, declarations, declare_function, link_functions
from cudabmc.frontend.c.kernel_parameters import kernel_parameters
from cudabmc.frontend.c.locals import declared_type, name_type
from cudabmc.frontend.c.parser import ParsedUnit, parse
from cudabmc.frontend.c.records import constant
from cudabmc.frontend.c.scope import FunctionEntity, Scope
from cudabmc.frontend.c.sides import text_of_both_sides
from cudabmc.frontend.c.typenames import BUILTIN_TYPES, type_of
from cudabmc.frontend.c.variables import declare_global, give_value, static_assert
from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.source.recursion import room_for
from opmodels import registry

_DEEPEST = 3000
"""Levels of a declaration or a function: a sum of three thousand numbers has as many. Python's own functions in the
walks over them take room on the stack of C, which has an end."""

_FRAMES_PER_LEVEL = 20


def compile_files(paths: Sequence[str], options: Mapping[str, Options]) -> Program:
    """Translate and link the files, each with its options. Raises SourceError, UnsupportedError, and UsageError for a
    missing file."""
    texts = [(path, text_of_both_sides(path, options[path])) for path in paths]
    languages = {path: options[path].language for path in paths}
    return compile_texts(texts, languages, [path for path in paths if options[path].compiled_at_run_time])


def compile_texts(
    texts: Sequence[tuple[str, str]], languages: Mapping[str, str | None] | None = None, at_run_time: Sequence[str] = ()
) -> Program:
    """Translate and link preprocessed texts, each with the name of its file, whose ending tells the language unless
    `languages` does. What has no specifier is for the device in the files `at_run_time`, which have no host code."""
    with room_for(_DEEPEST * _FRAMES_PER_LEVEL):
        return _compiled(texts, languages or {}, at_run_time)


def _compiled(
    texts: Sequence[tuple[str, str]], languages: Mapping[str, str | None], at_run_time: Sequence[str]
) -> Program:  # fmt: skip
    program = Program(files=tuple(path for path, _ in texts))
    link = Linkage(program, declare_text=_declare_block)
    if any("signgam" in text for _, text in texts):
        from opmodels.library_variables import SETTING  # few programs look at it

        link.setting = SETTING
    units: list[tuple[Context, list[FunctionEntity]]] = []
    for path, text in texts:
        unit = parse(text, path, registry.type_names() | BUILTIN_TYPES)
        if path in at_run_time:
            from cudabmc.frontend.c.default_device import for_device

            for node in unit.ast.ext:
                for_device(node)
        ctx = _file_context(link, path, languages.get(path))
        units.append((ctx, _declare_all(ctx, unit)))
    link_functions(link)
    for pending in link.pending:
        give_value(pending)
    for ctx, functions in units:
        for function in functions:
            program.functions[function.link_name] = lower_function(ctx, function)
            if function.is_kernel:
                program.parameters[function.link_name] = kernel_parameters(function)
    startup = startup_function(link)
    if startup is not None:
        program.functions[startup.name] = startup
    _check_externs(link)
    refuse_kept_on_host(program)
    return program


def _file_context(link: Linkage, path: str, language: str | None) -> Context:
    scope = Scope(link.registry)
    in_c = language == "c" or (language is None and Path(path).suffix == ".c")
    return Context(link, path, not in_c, link.startup, scope, scope)


def _declare_all(ctx: Context, unit: ParsedUnit) -> list[FunctionEntity]:
    """Declare what stands at file scope; the functions that are defined here."""
    defined: list[FunctionEntity] = []
    for node in unit.ast.ext:
        _check_depth(ctx, node)
        if isinstance(node, c_ast.FuncDef):
            if node.param_decls:
                raise UnsupportedError("old-style function definition", ctx.loc(node))
            function = declare_function(ctx, node.decl, node)
            if function.node is node:
                defined.append(function)
        else:
            _declare(ctx, node)
    for name, bound in unit.launch_bounds.items():
        for function in ctx.link.functions.get(name, ()):
            function.launch_bounds = constant(ctx, bound)
    for name, sizes in unit.cluster_dims.items():
        for function in ctx.link.functions.get(name, ()):
            function.cluster = (*(constant(ctx, size) for size in sizes), 1, 1)[:3]
    return defined


def _check_depth(ctx: Context, declaration: Any) -> None:
    level, depth = [declaration], 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise SourceError("nesting too deep", ctx.loc(declaration))
        level = [child for node in level for _, child in node.children()]


def _declare(ctx: Context, node: Any) -> None:
    match node:
        case c_ast.Typedef():
            name_type(ctx, node)
        case c_ast.StaticAssert():
            static_assert(ctx, node)
        case c_ast.Pragma() | c_ast.EmptyStatement() | c_ast.AttributeDeclaration():
            pass
        case c_ast.DeclList():
            for item in node.decls:
                _declare(ctx, item)
        case c_ast.Decl() if isinstance(node.type, c_ast.FuncDecl):
            declare_function(ctx, node)
        case c_ast.Decl() if node.name is None:
            type_of(ctx, node.type)
        case c_ast.Decl():
            declare_global(ctx, node, declared_type(ctx, node))
        case _:
            raise UnsupportedError(f"{type(node).__name__} at file scope", ctx.loc(node))


def _declare_block(link: Linkage, text: str) -> None:
    """Declare the names of a block of the registry."""
    scope = link.registry
    ctx = Context(link, REGISTRY, True, link.startup, scope, scope)
    for node in declarations(text, registry.type_names()):
        _declare(ctx, node)


def _check_externs(link: Linkage) -> None:
    for name, loc in link.extern_uses.items():
        if name not in link.program.globals:
            raise SourceError(f"'{name}' is declared, but defined in none of the files", loc)
