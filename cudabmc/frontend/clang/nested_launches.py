"""Launches in device code, for which clang wants to compile as for several object files (-fgpu-rdc), as nvcc does.

    k<<<1, 32>>>(a, b);
    -->  if (buffer = cudaGetParameterBuffer(64, size)) { buffer[0] = a; ...; cudaLaunchDevice(k, buffer, ...); }

Only where clang refuses a file for them, its device code gets that flag. What is static in the file has a name then
that no other file has, with a mark behind it. Each file has its own text of IR here, and the host's side does without:
the mark goes.
"""

import re
from pathlib import Path

_REFUSED = "kernel launch from __device__ or __global__ function requires relocatable device code"
_MARK = re.compile(r"__(?:static|intern)__[0-9a-f]{1,16}\b")
"""A hash of the path and the flags, without zeros in front: one file in sixteen has a shorter one."""


def flags_for(messages: str) -> tuple[str, ...]:
    """What the compiler, which has said this, should get in another run; nothing if it would not help."""
    return ("-Xclang", "-fgpu-rdc") if _REFUSED in messages else ()


def without_marks(output: Path) -> None:
    """Give what is static in a file of IR the names that it has without the flag."""
    text = output.read_text("utf-8", "surrogateescape")
    plain = _MARK.sub("", text)
    if plain != text:
        output.write_text(plain, "utf-8", "surrogateescape")
