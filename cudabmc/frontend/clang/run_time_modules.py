"""Texts that a program compiles while it runs (NVRTC): each becomes a module of the device.

What the program asks for by expressions is the value of a variable behind the text, so that the compiler says what
their symbols are:

    scale<int>  -->  extern "C" __device__ const void *__cudabmc_lowered_0 = (const void *)&scale<int>;
"""

import os
import re
from collections.abc import MutableMapping
from dataclasses import replace

from cudabmc.builds.compiler_line import read_line
from cudabmc.errors import CompilerError, UnsupportedError
from cudabmc.frontend.clang.cache import Cache
from cudabmc.frontend.clang.command import CompileOptions
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.link.run_time import LOWERED, RunTimeText
from cudabmc.frontend.clang.toolchain import Toolchain
from cudabmc.options.table import Options
from cudabmc.source.run_time_source import RunTimeSource

_WITH_SPACE = re.compile(r"(-[A-Za-z-]+) +(\S.*)", re.DOTALL)

_RTC = "__CUDACC_RTC__=1"
"""What NVRTC defines (NVRTC manual, "Predefined Macros")."""


def _header(name: str, text: str, cache: Cache) -> str:
    """The folder in which a header is that the program gives. Its name must not lead out of there."""
    if os.path.isabs(name) or ".." in name.split("/") or not name.rpartition("/")[2]:
        raise UnsupportedError(f"a header of nvrtcCreateProgram() that is called {name!r}")
    return str(cache.text(name, text))[: -len(name) - 1]


def compile_text(
    source: RunTimeSource, toolchain: Toolchain, options: Options, shown: MutableMapping[str, str]
) -> RunTimeText:
    """Compile a text; `options` are those of the program, and `shown` learns what reports call the file that stands for
    it. Raises UsageError for options that ask for another meaning of the text, and UnsupportedError for names of
    headers that lead out of their folders."""
    path = str(toolchain.cache.text("source.cu", _with_expressions(source)))
    shown[path] = source.name
    try:
        (unit,) = toolchain.units([path], {path: _options(source, options, toolchain.cache)})
    except CompilerError as error:
        return RunTimeText(source, None, error.text.replace(path, source.name))
    assert unit.device is not None
    return RunTimeText(source, Module(unit.device.read_text()))


def _with_expressions(source: RunTimeSource) -> str:
    lines = (
        f'extern "C" __device__ const void *{LOWERED}{number} = (const void *)&{expression.strip().removeprefix("&")};'
        for number, expression in enumerate(source.expressions)
    )
    return "\n".join((source.text, *lines)) + "\n" if source.expressions else source.text


def words(source: RunTimeSource) -> list[str]:
    """The options as words of a command line: NVRTC takes `-D N=1` as one string, too."""
    return [word for option in source.options for word in _WITH_SPACE.sub(r"\1\n\2", option).split("\n")]


def _options(source: RunTimeSource, options: Options, cache: Cache) -> CompileOptions:
    """How to compile a text: nothing of what the program is counts, but for the compiler and the device. Headers that
    the program gives lie in folders of their own, and others are found in the folder that the name of the text says."""
    without: dict[str, object] = {
        "std": None, "include_dirs": (), "system_dirs": (), "defines": (), "undefines": (), "force_includes": (),
        "compile_commands": None, "language": "cu",
    }  # fmt: skip
    line = read_line(["clang++", *words(source)])
    own = CompileOptions.of(line.applied(replace(options, **without)))  # type: ignore[arg-type]
    given = (_header(name, text, cache) for name, text in source.headers)
    folders = (*dict.fromkeys(given), os.path.dirname(os.path.abspath(source.name)), *own.include_dirs)
    return replace(own, include_dirs=folders, defines=(_RTC, *own.defines), at_run_time=True)
