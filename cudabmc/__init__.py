"""cudabmc: a bounded model checker for CUDA programs.

import cudabmc
result = cudabmc.verify("main.cu", context_bound=2)
print(result.verdict, [v.message for v in result.violations])

docs/python.md describes it, and so do the docstrings of `verify`, `verify_kernel` and `symbolic`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cudabmc.api import verify, verify_kernel
    from cudabmc.errors import CudabmcError
    from cudabmc.options import Options
    from cudabmc.python_values import symbolic
    from cudabmc.result import Result, Verdict, Violation

__version__ = "0.1.0"
__all__ = ["CudabmcError", "Options", "Result", "Verdict", "Violation", "symbolic", "verify", "verify_kernel"]

_HOME = {
    "CudabmcError": "cudabmc.errors",
    "Options": "cudabmc.options",
    "Result": "cudabmc.result",
    "Verdict": "cudabmc.result",
    "Violation": "cudabmc.result",
    "symbolic": "cudabmc.python_values",
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


class _Face(ModuleType):
    """Keeps the function `verify` from being hidden by the submodule of that name, which the import
    system binds as an attribute of the package once it is loaded."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face
