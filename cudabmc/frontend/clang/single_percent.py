"""Inline PTX that writes special registers with one percent sign.

    asm("mov.u32 %0, %laneid;" : "=r"(lane));     nvcc leaves alone what is no operand; clang wants %%laneid

Only where clang refuses a file for it, the compiler gets the file with two signs in its place (-remap-file): places and
lines stay as they are.
"""

import re
from pathlib import Path

from cudabmc.frontend.clang.cache import Cache

_REFUSED = "invalid % escape in inline assembly string"
_FILE = re.compile(r"^(?P<file>[^\n]+?):\d+:\d+: (?:error: invalid % escape|note: expanded from macro)", re.MULTILINE)
# PTX ISA, "Special Registers"
_REGISTER = re.compile(
    r"(?<!%)%(?=(?:n?(?:tid|ctaid|warpid|smid|clusterid)|laneid|gridid|lanemask_[a-z]+|clock(?:64|_hi)?|globaltimer\w*"
    r"|is_explicit_cluster|cluster_\w+|pm[0-7]\w*|envreg[0-9]+|\w+_smem_\w+|current_graph_exec)\b)"
)


def flags_for(messages: str, cache: Cache) -> tuple[str, ...]:
    """What the compiler, which has said this, should get in another run; nothing if it would not help."""
    flags: list[str] = []
    if _REFUSED not in messages:
        return ()
    for file in dict.fromkeys(_FILE.findall(messages)):
        try:
            text = Path(file).read_text("utf-8", "surrogateescape")
        except OSError:
            continue
        doubled = _REGISTER.sub("%%", text)
        if doubled != text:
            path = cache.text(Path(file).name, doubled)
            flags += ["-Xclang", "-remap-file", "-Xclang", f"{file};{path}"]
    return tuple(flags)
