"""The families: what grows, the program of each size, and the interleavings within the bound.

Programs without a conflict have one interleaving, whatever their size. Of those with conflicts the number is known by
a formula (`counts.py`); it is compared with what is explored under `--no-state-hashing`, as recognising states that
were reached before legitimately explores less.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial

from benchmarks.scaling import programs
from benchmarks.scaling.counts import all_dependent, two_threads

BOUND = 2
"""The context bound of a run without options."""


@dataclass(frozen=True, slots=True)
class Family:
    """`parameter` says what the sizes count. `interleavings` of a size is None where it is not known: a run that finds
    a violation ends early. `options` of a size are words of a command line; a program with `conflicts` is also run
    without state hashing. `verdict` and `property` are those of all sizes."""

    name: str
    parameter: str
    sizes: tuple[int, ...]
    program: Callable[[int], str]
    interleavings: Callable[[int], int | None] = lambda _: 1
    options: Callable[[int], tuple[str, ...]] = lambda _: ()
    conflicts: bool = False
    verdict: str = "SUCCESSFUL"
    property: str = ""


FAMILIES = (
    Family("threads", "threads", (2, 8, 32, 128, 512, 1024, 4096, 16384, 65536), programs.threads),
    Family("blocks", "blocks of 8 threads", (1, 4, 16, 64, 256, 1024, 4096), programs.blocks),
    Family("loop", "iterations of a loop in 32 threads", (1, 4, 16, 64, 256, 1024, 4096), programs.loop),
    Family("barriers", "barrier intervals of 32 threads", (1, 4, 16, 64, 256), programs.barriers),
    Family("allocations", "allocations, each with a launch", (1, 4, 16, 64, 256), programs.allocations),
    Family("inputs", "symbolic inputs", (1, 2, 4, 8, 16, 32, 64), programs.inputs),
    Family("table", "elements of a table that a symbolic index reads", (4, 16, 64, 256, 1024), programs.table),
    Family(
        *("race", "threads, of which neighbours race", (2, 8, 32, 128, 512, 1024), programs.race),
        interleavings=lambda _: None,
        verdict="FAILED",
        property="data-race",
    ),
    Family(
        *("conflicts", "conflicting accesses of each of two threads", (1, 2, 4, 8, 12, 16), programs.conflicts),
        interleavings=lambda size: two_threads(size, BOUND),
        conflicts=True,
    ),
    Family(
        *("context bound", "context bound, for two threads with five conflicting accesses", (0, 1, 2, 3, 4, 6, 8)),
        lambda _: programs.conflicts(5),
        interleavings=lambda size: two_threads(5, size),
        options=lambda size: (f"--context-bound={size}",),
        conflicts=True,
    ),
    Family(
        *("crowd", "threads with two conflicting accesses each", (1, 2, 3, 4), programs.crowd),
        interleavings=lambda size: all_dependent(size, 2, BOUND),
        conflicts=True,
    ),
    Family(
        *("orders", "threads with one conflicting access each", (2, 3, 4, 5, 6), programs.orders),
        interleavings=factorial,
        conflicts=True,
    ),
    Family(
        *("tickets", "threads that draw a ticket each", (2, 3, 4, 5, 6), programs.tickets),
        interleavings=factorial,
        conflicts=True,
    ),
    Family(
        *("pairs", "pairs of threads, each with a place of its own", (1, 2, 4, 6, 8), programs.pairs),
        interleavings=lambda size: 2**size,
        conflicts=True,
    ),
    Family(
        *("readers", "threads that read what another one writes", (1, 2, 4, 6, 8), programs.readers),
        interleavings=lambda size: 2**size,
        options=lambda _: ("--no-data-races-check",),
        conflicts=True,
    ),
)


def family(name: str) -> Family:
    """The family of that name. Raises KeyError."""
    return {one.name: one for one in FAMILIES}[name]
