"""cudabmc: a bounded model checker for CUDA programs.

import cudabmc
result = cudabmc.verify("main.cu", context_bound=2)
print(result.verdict, [v.message for v in result.violations])

docs/python.md describes it, and so do the docstrings of `verify`, `verify_kernel` and `symbolic`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from cudabmc.version import __version__

if TYPE_CHECKING:
    from cudabmc.api import assert_kernel, equivalent, verify, verify_kernel
    from cudabmc.errors import CudabmcError
    from cudabmc.options.python_values import symbolic
    from cudabmc.options.table import Options
    from cudabmc.result import Result, Verdict, Violation

__all__ = [
    "CudabmcError",
    "Options",
    "Result",
    "Verdict",
    "Violation",
    "__version__",
    "assert_kernel",
    "equivalent",
    "symbolic",
    "verify",
    "verify_kernel",
]

_HOME = {
    "CudabmcError": "cudabmc.errors",
    "Options": "cudabmc.options.table",
    "Result": "cudabmc.result",
    "Verdict": "cudabmc.result",
    "Violation": "cudabmc.result",
    "assert_kernel": "cudabmc.api",
    "equivalent": "cudabmc.api",
    "symbolic": "cudabmc.options.python_values",
    "verify": "cudabmc.api",
    "verify_kernel": "cudabmc.api",
}


def __getattr__(name: str) -> object:
    """Import the public names when they are asked for: `import cudabmc` stays cheap."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names alone."""
    return sorted(__all__)
