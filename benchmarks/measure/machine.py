"""The machine in general terms: enough to judge figures by, nothing that names it."""

import os
import platform
import time
from importlib.metadata import PackageNotFoundError, version

from cudabmc.version import versions

SOLVERS = {"z3": "z3-solver", "bitwuzla": "bitwuzla", "cvc5": "cvc5"}
"""Distributions of the solvers."""


def machine() -> dict[str, str]:
    """What figures depend on, by name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    found = {
        "cores": str(cores),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        **versions(),
        **{name: installed(distribution) for name, distribution in SOLVERS.items()},
    }
    return {name: text for name, text in found.items() if text}


def pace() -> str:
    """What a million additions take in plain Python now: machines that others use, too, are not always as fast."""
    return f"{1000 * min(_additions() for _ in range(7)):.0f} ms"


def _additions() -> float:
    start, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return time.process_time() - start


def installed(distribution: str) -> str:
    """The version of a distribution, or empty."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
