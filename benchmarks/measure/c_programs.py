"""The programs of benchmarks/ratio in C: compiled by clang -O1, and timed in a process of their own."""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.measure import timed_c
from cudabmc.errors import UsageError
from cudabmc.frontend.clang.cache_directory import open_cache
from cudabmc.frontend.clang.command import Language, library_flags
from cudabmc.frontend.clang.discovery import INSTALL, Compiler, NoCompilerError, find_compiler

FOLDER = Path(__file__).parents[1] / "ratio"

TIMES = 5
"""How often a program in C runs; the least time counts."""

_FLAGS = ("-x", Language.C.value, "-std=c17", "-O1", "-ffp-contract=off", "-fPIC", "-c")
"""Without contraction results have the same bits as those of the kernel, on processors that multiply and add at once,
too."""


@dataclass(frozen=True, slots=True)
class CSeconds:
    """Seconds of processor time of the host's part and of the kernel's; `result` is what the program computes."""

    host: float
    kernel: float
    result: float


@cache
def c_compiler() -> Compiler | None:
    """The clang that cudabmc would use, too; None if there is none."""
    try:
        return find_compiler(open_cache(None))
    except NoCompilerError:
        return None


MISSING = f"not compared with C: there is no clang ({INSTALL})"


def c_seconds(name: str, size: int, compiler: Compiler) -> CSeconds:
    """Compile a program of the folder for a size, and time it. Raises UsageError if that does not work."""
    with tempfile.TemporaryDirectory(prefix="cudabmc-measure-") as place:
        compiled, figures = Path(place, "program.o"), Path(place, "figures.json")
        flags = (*_FLAGS, f"-DN={size}", *library_flags(compiler, Language.C))
        _run(*compiler.command, *flags, "-o", str(compiled), str(FOLDER / f"{name}.c"))
        _run(sys.executable, "-P", timed_c.__file__, str(compiled), str(TIMES), str(figures))
        found = json.loads(figures.read_text(encoding="utf-8"))
    return CSeconds(found["prepare"] + found["check"], found["kernel"], found["result"])


def c_compiler_name(compiler: Compiler) -> str:
    """What a clang calls itself, without where it lies."""
    return _run(*compiler.command, "--version").partition("\n")[0].partition(" (")[0]


def _run(*command: str) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise UsageError(f"{Path(command[0]).name} ended with status {ended.returncode}:\n{ended.stderr.rstrip()}")
    return ended.stdout
