"""Finding a clang: the one asked for, one on the PATH, the wheel."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.frontend.clang.cache import Cache, digest
from cudabmc.frontend.clang.wheel import Wheel, find_wheel
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import OLDEST_CLANG

INSTALL = "pip install 'cudabmc[cpp]'"
"""The one command that makes a clang available."""

# A compiler answers the same whatever the user's environment says, and so the cache is right.
# The date makes __DATE__ and __TIME__ the same at all times: a verdict must not depend on them.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"}

_NEWEST = 30  # of the names clang-NN that are looked for


class NoCompilerError(UsageError):
    """There is not clang on this machine."""

    def __init__(self) -> None:
        super().__init__("the clang front end needs a clang, and none was found", hint=INSTALL)


@dataclass(frozen=True, slots=True)
class Compiler:
    """A clang. `wheel` holds the headers of the C and C++ library, if installed; `own_headers` says that
    the clang has its builtin headers where it looks for them, which the one of the wheel has not."""

    command: tuple[str, ...]
    identity: str
    wheel: Wheel | None
    own_headers: bool


def find_compiler(cache: Cache, asked: str | None = None) -> Compiler:
    """The clang to use. Raises NoCompilerError, and UsageError if the one that was asked for cannot be used."""
    wheel = find_wheel()
    if asked is not None:
        program = shutil.which(asked)
        if program is None:
            raise UsageError(f"cannot find the compiler {asked} (--clang or CUDABMC_CLANG)")
        facts = _facts(program, cache)
        if facts.version < OLDEST_CLANG:
            what = f"is clang {facts.version}" if facts.version else "is not clang"
            raise UsageError(f"{program} {what}; version {OLDEST_CLANG} or later is needed", hint=INSTALL)
        return _compiler(program, facts, wheel)
    for name in ("clang", *(f"clang-{number}" for number in range(_NEWEST, OLDEST_CLANG - 1, -1))):
        program = shutil.which(name)
        if program is not None and (facts := _facts(program, cache)).version >= OLDEST_CLANG:
            return _compiler(program, facts, wheel)
    if wheel is not None:
        return Compiler((str(wheel.program), "clang"), _identity(str(wheel.program)), wheel, False)
    raise NoCompilerError


@dataclass(frozen=True, slots=True)
class _Facts:
    version: int  # 0: no clang
    own_headers: bool


def _compiler(program: str, facts: _Facts, wheel: Wheel | None) -> Compiler:
    identity = _identity(program) + (_identity(str(wheel.program)) if wheel else "")
    return Compiler((program,), identity, wheel, facts.own_headers)


def _identity(program: str) -> str:
    status = os.stat(program)
    return digest(os.path.realpath(program), str(status.st_size), str(status.st_mtime_ns))


def _facts(program: str, cache: Cache) -> _Facts:
    """What a clang says about itself, asked once."""

    def ask() -> str:
        version = _output(program, "--version")
        resources = _output(program, "-print-resource-dir").strip()
        found = re.search(r"clang version (\d+)", version)
        return f"{found[1] if found else 0} {int((Path(resources) / 'include' / 'stddef.h').is_file())}"

    version, own = cache.note(digest("facts", _identity(program)), ask).split()
    return _Facts(int(version), own == "1")


def _output(*command: str) -> str:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=30, env=ENVIRONMENT, errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout if ended.returncode == 0 else ""
