"""cudabmc: a bounded model checker for CUDA programs.

from cudabmc import Options, verify
result = verify(["main.cu"], Options(context_bound=2))
print(result.verdict, [v.message for v in result.violations])
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cudabmc.options import Options
    from cudabmc.result import Result, Verdict, Violation
    from cudabmc.verify import verify

__version__ = "0.1.0"
__all__ = ["Options", "Result", "Verdict", "Violation", "verify"]

_HOME = {
    "Options": "cudabmc.options",
    "Result": "cudabmc.result",
    "Verdict": "cudabmc.result",
    "Violation": "cudabmc.result",
    "verify": "cudabmc.verify",
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
