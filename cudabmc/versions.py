"""Versions of cudabmc and of what it stands on, found without importing any of it.

Reading what is installed takes a tenth of a short run, so nothing for that is imported before it is asked for.
"""

from cudabmc import __version__

PARTS = {"z3": "z3-solver", "bitwuzla": "bitwuzla", "cvc5": "cvc5", "pycparser": "pycparser", "pcpp": "pcpp"}
"""Distributions by the name that a user knows."""


def versions() -> dict[str, str]:
    """Name -> version, of cudabmc, Python and the parts; empty for what is not installed."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    found = {"cudabmc": __version__, "python": platform.python_version()}
    for name, distribution in PARTS.items():
        try:
            found[name] = version(distribution)
        except PackageNotFoundError:
            found[name] = ""
    return found


def documentation() -> str:
    """Where the documentation is on the web, as the metadata of the installed package says; empty if it does not."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls: list[str] = metadata("cudabmc").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(text.split(", ", 1) for text in urls if ", " in text)
    return named.get("Documentation", "")
