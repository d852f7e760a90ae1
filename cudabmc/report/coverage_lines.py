"""How much of the program a run has reached, in a few lines."""

from collections.abc import Iterable

from cudabmc.coverage import Coverage, Seen
from cudabmc.report.plural import plural

MOST_KERNELS = 8
"""Kernels that are named which nobody launches; of more, the number is told."""


def reached_text(coverage: Coverage) -> str:
    """How many lines and sides of branches were reached: `7 of 9 lines of device code, ...`."""
    parts = [
        _counted((line.seen for line in coverage.lines(device=True)), "line", "of device code"),
        _counted((line.seen for line in coverage.lines(device=False)), "line", "of host code"),
        _counted(coverage.sides(), "side", "of branches"),
    ]
    return ", ".join(part for part in parts if part) or "the program has no line of its own with code"


def launched_text(coverage: Coverage) -> str:
    """How many kernels were launched, and which were not; empty if there are none."""
    kernels, never = coverage.kernels, coverage.never_launched
    if not kernels:
        return ""
    text = f"{len(kernels) - len(never)} of {plural(len(kernels), 'kernel')}"
    if not never:
        return text
    places = {function: file.path for file in coverage.files for function in file.functions}
    names = [f"{kernel.name} ({places[kernel]}:{kernel.line})" for kernel in never[:MOST_KERNELS]]
    more = f" and {len(never) - MOST_KERNELS} more" if never[MOST_KERNELS:] else ""
    return f"{text}; never launched: {', '.join(names)}{more}"


def _counted(seen: Iterable[Seen], what: str, where: str) -> str:
    """`3 of 4 lines of host code, 1 undecided`; empty if there are none."""
    found = list(seen)
    if not found:
        return ""
    undecided = found.count(Seen.UNDECIDED)
    text = f"{found.count(Seen.REACHED)} of {plural(len(found), what)} {where}"
    return f"{text} ({undecided} undecided)" if undecided else text
