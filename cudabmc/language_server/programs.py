"""Which files of an editor are programs that are verified, and what is done with each."""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from cudabmc.command.arguments import parse_arguments
from cudabmc.command.settings import settled
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
    folders = [os.path.join(folder, place) for place in _include_folders((*arguments, path), {})]
    wanted = os.path.realpath(header)
    return any(os.path.realpath(part) == wanted for part in with_headers([path], folders))


def _include_folders(words: Iterable[str], environment: Mapping[str, str]) -> tuple[str, ...]:
    try:
        options = settled(parse_arguments(list(words)), environment)[0].options
    except (CudabmcError, SystemExit):  # the run of the file says so
        return ()
    return (*options.include_dirs, *options.system_dirs)


def _code(path: str) -> bytes:
    """A file without comments and strings; nothing if it cannot be read."""
    try:
        return _NOT_CODE.sub(b" ", Path(path).read_bytes())
    except OSError:
        return b""
