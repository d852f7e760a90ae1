"""The version of cudabmc, and those of what it stands on, found without importing any of it.

Reading what is installed takes a tenth of a short run, so nothing for that is imported before it is asked for.
"""

import os
import sys

__version__ = "0.1.0"

PARTS = {"z3": "z3-solver", "bitwuzla": "bitwuzla", "cvc5": "cvc5", "pycparser": "pycparser", "pcpp": "pcpp"}
"""Distributions by the name that a user knows."""


def versions() -> dict[str, str]:
    """Name -> version, of cudabmc, Python and the parts; empty for what is not installed."""
    folders = _distributions()
    parts = {name: _version(distribution, folders) for name, distribution in PARTS.items()}
    return {"cudabmc": __version__, "python": sys.version.split()[0], **parts}


def _distributions() -> dict[str, str]:
    """Distribution -> version, as the names of the folders `name-version.dist-info` have them (PyPA specifications,
    "Recording installed projects"): `importlib.metadata` imports sixty modules to find them."""
    found: dict[str, str] = {}
    for place in sys.path:
        try:
            names = os.listdir(place or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith(".dist-info"):
                distribution, _, version = name.removesuffix(".dist-info").partition("-")
                found.setdefault(distribution.lower(), version)
    return found


def _version(distribution: str, folders: dict[str, str]) -> str:
    known = folders.get(distribution.replace("-", "_").lower(), "")
    if known:
        return known
    from importlib.metadata import PackageNotFoundError, version  # installed in another way

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def documentation() -> str:
    """Where the documentation is on the web, as the metadata of the installed package says; empty if it does not."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls: list[str] = metadata("cudabmc").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(text.split(", ", 1) for text in urls if ", " in text)
    return named.get("Documentation", "")
