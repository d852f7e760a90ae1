"""The files that clang is given: those of the program, or files in the cache that stand for them.

text without a file     -->  the text, in a file of the cache
--kernel 'scale<int>'   -->  #include "scale.cu"
                             extern "C" void *... = (void *)&scale<int>;     (makes the instance)
"""

import os
import re
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from cudabmc.errors import CompilerError, CudabmcError
from cudabmc.frontend.clang.cache import Cache
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.source.text import SourceText, read_source

_INSTANCE = "__cudabmc_instance"


@dataclass(slots=True)
class ProgramFiles:
    """`paths` are what clang compiles, `shown` what reports call files, by their absolute paths, and `folders` where
    files that stand for others look for what they include."""

    paths: list[str] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)

    def renamed(self, error: CudabmcError) -> CudabmcError:
        """An error of the compiler, in terms of the names that the user knows."""
        if not isinstance(error, CompilerError):
            return error
        text, place = error.text, error.location
        for path, name in self.shown.items():
            text = text.replace(path, name)
            if place is not None and place.file == path:
                place = Location(name, place.line, place.column)
        return CompilerError(error.message, place, text, error.hint)


def program_files(files: Sequence[str], kernel: str | None, cache: Cache) -> ProgramFiles:
    """The files for a program, in which the kernel is to be instantiated if it has template arguments."""
    found = ProgramFiles()
    template = (kernel or "").partition("<")[0].rpartition("::")[2].strip() if kernel and "<" in kernel else ""
    for file in files:
        path = _in_a_file(file, cache, found)
        if template and re.search(rf"\b{re.escape(template)}\b", read_source(file)):
            text = f'#include "{os.path.abspath(path)}"\nextern "C" void *{_INSTANCE} = (void *)&{kernel};\n'
            found.shown.setdefault(os.path.abspath(path), file)
            path = str(cache.text(f"instance{Path(path).suffix}", text))
            found.shown[path] = "--kernel"
            template = ""
        found.paths.append(path)
    return found


def _in_a_file(file: str, cache: Cache, found: ProgramFiles) -> str:
    if not isinstance(file, SourceText):
        return file
    suffix = Path(file).suffix
    path = str(cache.text(f"source{suffix if suffix.isascii() and suffix[1:].isalnum() else '.cu'}", file.text))
    found.shown[path] = str(file)
    found.folders.append(os.path.dirname(os.path.abspath(file)))
    return path
