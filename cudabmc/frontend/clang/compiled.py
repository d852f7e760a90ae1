"""Kernels that come as LLVM IR, with the source that they were made of, to the GOTO program."""

from collections.abc import Sequence

from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.link.kernels import KernelStart
from cudabmc.frontend.clang.link.linker import link
from cudabmc.frontend.clang.link.paths import Origins
from cudabmc.goto.program import Parameter, Program
from cudabmc.goto.types import I8, FloatType, IntType, Type
from cudabmc.goto.variable import Variable
from cudabmc.options.table import Options
from cudabmc.source.compiled_text import CompiledParameter, CompiledText


def load(files: Sequence[str], options: Options) -> Program:
    """Link the modules of the one source into a program that starts at its kernel. Raises UsageError, SourceError."""
    (source,) = files
    assert isinstance(source, CompiledText)
    modules = [(Module(""), Module(text)) for text in source.modules]
    start = KernelStart(options.kernel, tuple(map(_parameter, source.parameters)))
    program = link(modules, lambda symbol: None, Origins([source], [], {source.path: str(source)}), start)
    program.files = (source,)
    return program


def _parameter(given: CompiledParameter) -> Parameter:
    signed = not given.type.startswith("u")
    variable = Variable(given.name, given.type, signed)
    if not given.element:
        return Parameter(variable, given.size)
    element = Variable("", given.element, signed)
    return Parameter(variable, given.size, element, given.element_size, _element_type(given))


def _element_type(given: CompiledParameter) -> Type | None:
    if given.element_kind == "f":
        return FloatType(8 * given.element_size)
    if given.element_kind in ("i", "u"):
        return IntType(8 * given.element_size)
    return I8 if given.element_kind == "b" else None
