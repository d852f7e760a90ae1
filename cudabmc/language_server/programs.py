"""Which files of an editor are programs that are verified, and what is done with each."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from cudabmc.builds.compile_commands import options_of
from cudabmc.command.arguments import parse_arguments
from cudabmc.command.settings import configuration
from cudabmc.errors import CudabmcError
from cudabmc.options.table import Options
from cudabmc.source.includes import with_headers

_CUDA = (".cu",)
_KERNEL_HEADERS = (".cuh",)
_OTHERS = (".c", ".cc", ".cpp", ".cxx", ".c++")
_LANGUAGES = ("cuda", "cuda-cpp", "cuda-c++", "cudacpp")
"""What editors call CUDA."""

_NOT_CODE = re.compile(rb'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_KERNEL = re.compile(rb"\b__global__\b")
_DEVICE = re.compile(rb"\b__global__\b|<<<|\bcuda[A-Z]\w*\s*\(")
_MAIN = re.compile(rb"\bmain\s*\(")


def is_program(path: str, language: str = "") -> bool:
    """Is the file verified by itself, and not only as a part of others? `language` is what the editor takes it for.

    A header with a kernel is, and so are files of C and C++ that use CUDA."""
    ending = os.path.splitext(path)[1].lower()
    if ending in _CUDA:
        return True
    if ending in _KERNEL_HEADERS:
        return _KERNEL.search(_code(path)) is not None
    return ending in _OTHERS and (language in _LANGUAGES or _DEVICE.search(_code(path)) is not None)


def proves(files: Iterable[str], options: Options) -> bool:
    """Are the kernels of these files proved, as there is no program to run? What starts somewhere else than in main()
    is run."""
    if options.prove or options.kernel is not None or options.function != Options().function:
        return False
    parts = with_headers(files, (*options.include_dirs, *options.system_dirs))
    return not any(_MAIN.search(_NOT_CODE.sub(b" ", text)) for text in parts.values())


def includes(path: str, header: str, arguments: Iterable[str], folder: str) -> bool:
    """Does the program, with these words of a command line in this folder, include the header?"""
    wanted = os.path.realpath(header)
    folders = _include_folders(path, [*arguments, path], folder)
    return any(os.path.realpath(part) == wanted for part in with_headers([path], folders))


def _include_folders(path: str, words: list[str], folder: str) -> list[str]:
    """Where the program looks for headers; nowhere if its options are wrong, which its run says. Names of a command
    line are those in the folder, and names that were read from files are those here."""
    found: list[str] = []
    with suppress(CudabmcError, SystemExit, ValueError):
        given = parse_arguments(words)
        told = [(folder, given.options)]
        configured = configuration(given)
        if configured is not None:
            told.append((os.curdir, configured.options))
        for place, options in told:
            found += [os.path.join(place, name) for name in (*options.include_dirs, *options.system_dirs)]
            if options.compile_commands is not None:
                listed = Options(compile_commands=os.path.join(place, options.compile_commands))
                built = options_of(path, listed)
                found += [*built.include_dirs, *built.system_dirs]
    return found


def _code(path: str) -> bytes:
    """A file without comments and strings; nothing if it cannot be read."""
    try:
        return _NOT_CODE.sub(b" ", Path(path).read_bytes())
    except OSError:
        return b""
