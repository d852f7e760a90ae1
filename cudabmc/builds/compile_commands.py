"""compile_commands.json: how each file of a project is compiled ("JSON Compilation Database Format Specification" of
clang; CMake writes it with CMAKE_EXPORT_COMPILE_COMMANDS)."""

import os
import shlex
from functools import lru_cache
from pathlib import Path
from typing import Any

from cudabmc.builds.compiler_line import CompilerLine, read_line
from cudabmc.errors import UsageError
from cudabmc.options.table import Options
from cudabmc.source.endings import SOURCES

NAME = "compile_commands.json"
_HINT = "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes one into the build folder"


def sources(place: str) -> tuple[str, ...]:
    """The files of C, C++ and CUDA that the database in a folder, or of that name, lists. Raises UsageError."""
    found = [file for file in _lines_of(place) if file.endswith(SOURCES)]
    if not found:
        raise UsageError(f"{database(place)} lists no source file")
    return tuple(_shown(file) for file in found)


def options_of(file: str, options: Options) -> Options:
    """The options with which a file is compiled: those that are given, and what the database says of it.

    A file that it does not list is compiled as the listed one that is nearest to it in the tree of folders. Raises
    UsageError.
    """
    if options.compile_commands is None:
        return options
    lines = _lines_of(options.compile_commands)
    path = os.path.realpath(file)
    line = lines.get(path) or lines[max(lines, key=lambda other: len(os.path.commonpath([other, path])))]
    return line.applied(options)


def database(place: str) -> str:
    """The file itself, or the one in a folder."""
    return os.path.join(place, NAME) if os.path.isdir(place) else place


def _lines_of(place: str) -> dict[str, CompilerLine]:
    path = database(place)
    try:
        status = os.stat(path)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}", hint=_HINT) from None
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def _read(path: str, modified: int, size: int) -> dict[str, CompilerLine]:
    """The lines by the files that they compile; of several for one file the first, as clang's tools have it."""
    import json  # not for runs without such a file

    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    lines: dict[str, CompilerLine] = {}
    if not isinstance(entries, list):
        raise UsageError(f"cannot read {path}: expected a list of commands")
    for number, entry in enumerate(entries, 1):
        file, line = _entry(entry, os.path.dirname(path), f"{path}: entry {number}")
        lines.setdefault(file, line)
    if not lines:
        raise UsageError(f"{path} lists no file")
    return lines


def _entry(entry: Any, folder: str, place: str) -> tuple[str, CompilerLine]:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(key), str) for key in ("directory", "file")):
        raise UsageError(f"{place}: expected a file, its directory, and a command or arguments")
    words, text = entry.get("arguments"), entry.get("command")
    if not isinstance(words, list) and isinstance(text, str):
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise UsageError(f"{place}: {error}") from None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise UsageError(f"{place}: expected a command or arguments")
    if not words:
        raise UsageError(f"{place}: the command is empty")
    folder = os.path.join(folder, entry["directory"])
    return os.path.realpath(os.path.join(folder, entry["file"])), read_line(words, folder).within(folder)


def _shown(path: str) -> str:
    """As seen from the current directory, if it is below."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative
