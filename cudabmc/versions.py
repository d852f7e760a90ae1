"""Versions of cudabmc and of what it stands on, found without importing any of it."""

import platform
from importlib.metadata import PackageNotFoundError, version

from cudabmc import __version__

PARTS = {"z3": "z3-solver", "pycparser": "pycparser", "pcpp": "pcpp"}
"""Distributions by the name that a user knows."""


def versions() -> dict[str, str]:
    """Name -> version, of cudabmc, Python and the parts; empty for what is not installed."""
    found = {"cudabmc": __version__, "python": platform.python_version()}
    for name, distribution in PARTS.items():
        try:
            found[name] = version(distribution)
        except PackageNotFoundError:
            found[name] = ""
    return found
