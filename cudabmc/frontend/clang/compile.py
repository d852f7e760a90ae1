"""From source files through clang to the GOTO program."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cudabmc.errors import CompilerError, UnsupportedError
from cudabmc.frontend.clang.command import INCLUDE, CompileOptions
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.launches_by_call import macros_for_launches
from cudabmc.frontend.clang.link.kernels import KernelStart
from cudabmc.frontend.clang.link.linker import link
from cudabmc.frontend.clang.link.paths import Origins
from cudabmc.frontend.clang.program_files import program_files
from cudabmc.frontend.clang.run_time_modules import compile_text
from cudabmc.frontend.clang.runtime_library import OWN, RuntimeLibrary
from cudabmc.frontend.clang.toolchain import Toolchain, Unit
from cudabmc.frontend.clang.wheel import cccl_dirs
from cudabmc.goto.program import Program, Unsupported
from cudabmc.options.table import Options
from cudabmc.source.run_time_source import RunTimeSource
from cudabmc.source.text import SourceText

_EXTENDED = "x86_fp80"
_THREAD_LOCAL = re.compile("^@[^ ]+ = [a-z_ ]*thread_local", re.MULTILINE)
"""LLVM's name of the format of 80 bits that long double has on this machine (LangRef, "Floating-Point Types")."""

LONG_DOUBLE_IS_DOUBLE = "long double has 8 bytes and the format of double (-mlong-double-64), not the one of 80 bits"


def load(
    files: Sequence[str], options: Options, of_files: Mapping[str, Options], tell: Callable[[str], None],
    run_time: Sequence[RunTimeSource] = (),
) -> Program:  # fmt: skip
    """Compile both sides of the files, each with its options, and link them with the texts that the program is known to
    compile while it runs; `tell` hears what takes long. Raises CompilerError, SourceError, UsageError.

    With `parse_only` or `prove` all that the files define is lowered, main or not; with `parse_only` the first
    construct in it that is not supported is raised; otherwise that happens when a run reaches it. Functions without a
    model are only listed.
    """
    toolchain = Toolchain(CompileOptions.of(options), tell)
    sources = program_files(files, options.kernel, toolchain.cache)
    macros = macros_for_launches(files)
    compiled = zip(files, sources.paths, strict=True)
    own = {path: _behind(of_files[file], sources.folders, macros) for file, path in compiled}
    try:
        texts = _texts(toolchain.units(sources.paths, own))
        uses_long_double = any(_EXTENDED in text for text, _ in texts)
        if uses_long_double:
            other = {path: replace(how, long_double_is_double=True) for path, how in own.items()}
            texts = _texts(toolchain.units(sources.paths, other))
    except CompilerError as error:
        raise sources.renamed(error) from None
    modules = [(Module(host), None if device is None else Module(device)) for host, device in texts]
    made = [compile_text(source, toolchain, options, sources.shown) for source in run_time]
    library = RuntimeLibrary(toolchain, long_double_is_double=uses_long_double)
    wheel = toolchain.compiler.wheel
    folders = [str(INCLUDE), str(OWN), *cccl_dirs(), *([str(wheel.library)] if wheel is not None else [])]
    start: str | KernelStart | None = None if options.parse_only or options.prove else options.function
    if options.starts_at_kernel and start is not None:
        start = KernelStart(options.kernel)
    program = link(modules, library.path_of, Origins(files, folders, sources.shown), start, made)
    program.files = (*files, *(SourceText(source.text, source.name) for source in run_time))
    program.has_thread_locals = any(_THREAD_LOCAL.search(text) for text, _ in texts) or None
    if uses_long_double:
        program.assumptions += (LONG_DOUBLE_IS_DOUBLE,)
    if options.parse_only:
        _refuse(program)
    return program


def _texts(units: Sequence[Unit]) -> list[tuple[str, str | None]]:
    """The IR of both sides; of what has no side for the host, an empty one."""
    return [
        ("" if unit.host is None else unit.host.read_text(), None if unit.device is None else unit.device.read_text())
        for unit in units
    ]


def _behind(options: Options, folders: Sequence[str], macros: Sequence[str]) -> CompileOptions:
    """How a file is compiled: as the user says, behind `folders` and `macros` of ours."""
    own = CompileOptions.of(options)
    return replace(own, include_dirs=(*folders, *own.include_dirs), defines=(*macros, *own.defines))


def _refuse(program: Program) -> None:
    """Raise what a run of the program's own functions could meet, but for functions without a model."""
    for function in program.functions.values():
        for instruction in function.body:
            if not isinstance(instruction, Unsupported) or function.library:
                continue
            if instruction.construct.removesuffix("()") not in program.unmodelled:
                raise UnsupportedError(instruction.construct, instruction.loc)
