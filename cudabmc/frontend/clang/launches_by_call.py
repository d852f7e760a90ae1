"""Launches as ESBMC writes them: ESBMC_verify_kernel(kernel, grid, block, args...), with any suffix of the name.

Clang gets a macro for each such name in the program's own files.
"""

import re
from collections.abc import Sequence

from cudabmc.source.text import read_source

_LAUNCH = re.compile(r"\bESBMC_verify_kernel\w*")


def macros_for_launches(files: Sequence[str]) -> tuple[str, ...]:
    """What to define so that the calls in the files are launches."""
    names = dict.fromkeys(name for file in files for name in _LAUNCH.findall(read_source(file)))
    return tuple(f"{name}(kernel, grid, block, ...)=((kernel)<<<(grid), (block)>>>(__VA_ARGS__))" for name in names)
