"""How many cores a run uses at the same time."""

import os

_most: int | None = None


def limit(count: int) -> None:
    """Use at most so many from now on: runs side by side take one each."""
    global _most
    _most = count


def usable() -> int:
    """Those that the process may run on, at least 1."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return allowed if _most is None else min(allowed, _most)
