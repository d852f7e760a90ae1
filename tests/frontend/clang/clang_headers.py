"""Compiling a text with clang against the headers of this project, for the tests of the headers."""

import subprocess
from functools import cache
from pathlib import Path

from cudabmc.frontend.clang.cache import Cache
from cudabmc.frontend.clang.cache_directory import open_cache
from cudabmc.frontend.clang.command import INCLUDE, CompileOptions, Side, program_command
from cudabmc.frontend.clang.declarations import HEADER_NAME, generated_header
from cudabmc.frontend.clang.discovery import Compiler, find_compiler

CUDA = INCLUDE / "cuda"


@cache
def _cache() -> Cache:
    return open_cache(None)


@cache
def compiler() -> Compiler:
    return find_compiler(_cache())


@cache
def declarations() -> Path:
    """The generated header as a file."""
    return _cache().text(HEADER_NAME, generated_header())


def errors(path: Path, side: Side, include: str | None = None) -> list[str]:
    """What clang finds wrong with a file, on one side."""
    options = CompileOptions(include_dirs=(include,) if include else ())
    command = list(program_command(compiler(), options, str(path), side, declarations()))
    command.insert(command.index("--"), "-fsyntax-only")
    command.remove("-S")
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    found = [line for line in done.stderr.splitlines() if "error:" in line]
    assert bool(found) == bool(done.returncode), done.stderr
    return found


def ir(text: str, side: Side, folder: Path) -> str:
    """The IR of a program on one side."""
    source = folder / "program.cu"
    source.write_text(text)
    command = list(program_command(compiler(), CompileOptions(), str(source), side, declarations()))
    command[command.index("--") : command.index("--")] = ["-o", str(folder / "program.ll")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return (folder / "program.ll").read_text()
