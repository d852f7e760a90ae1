"""What every CUDA program includes, compiled once.

    clang ... -include cuda_runtime.h ... -- a.cu     ->     clang ... -Xclang -include-pch -Xclang FILE ... -- a.cu

Clang reads <cuda_runtime.h> for 0.2 s, on each side of each file, and a precompiled one for a tenth of that. The file
lies in the cache, and is made again when a header that it was made of has changed. Clang names these headers among
those that it read for a program, too.
"""

import os
import time
from pathlib import Path

from cudabmc.frontend.clang.cache import Cache, digest
from cudabmc.frontend.clang.depfile import read_depfile

HEADER = "cuda_runtime.h"
_FORMAT = "1"
_INCLUDE = ("-include", HEADER)
_SOURCE = f"#include <{HEADER}>\n"


def precompiled(cache: Cache, identity: str, command: tuple[str, ...]) -> Path | None:
    """The header as `command` compiles it, from the cache or made now; None if clang does not make one, or if the
    command means another file: one of that name in the directory of the run."""
    if os.path.exists(HEADER):
        return None
    source = cache.text("precompiled.cu", _SOURCE)
    at = command.index("--")
    flags = _without_include(command[:at])
    key = digest("precompiled", _FORMAT, identity, *flags)
    return cache.find(key) or _made(cache, key, flags, source)


def _made(cache: Cache, key: str, flags: tuple[str, ...], source: Path) -> Path | None:
    from cudabmc.frontend.clang.processes import run_all

    started = time.time_ns()
    output = cache.new_file(".pch")
    rule = output.with_suffix(".d")
    writes = ("-Xclang", "-emit-pch", "-o", str(output), "-MD", "-MT", "-", "-MF", str(rule))
    try:
        (ended,) = run_all([(*flags, *writes, "--", str(source))])
        if ended.status:
            return None
        read = [file for file in read_depfile(rule.read_text("utf-8", "surrogateescape")) if file != str(source)]
        return cache.store(key, output, read, sorted({os.path.dirname(file) for file in read}), started)
    finally:
        output.unlink(missing_ok=True)
        rule.unlink(missing_ok=True)


def with_precompiled(command: tuple[str, ...], header: Path) -> tuple[str, ...]:
    """The command that reads the precompiled header."""
    at = command.index("--")
    flags = ("-Xclang", "-include-pch", "-Xclang", str(header))
    return (*_without_include(command[:at]), *flags, *command[at:])


def _without_include(flags: tuple[str, ...]) -> tuple[str, ...]:
    at = next(n for n in range(len(flags)) if flags[n : n + 2] == _INCLUDE)
    return (*flags[:at], *flags[at + 2 :])
