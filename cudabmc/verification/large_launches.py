"""Launches that are seen to be too large before a run comes to them (`launch_sizes.py`).

A run may end before it comes there, or break a property, so that this decides nothing: who waits is told.
"""

from math import prod

from cudabmc.device.grids import INSTEAD, MAX_THREADS
from cudabmc.goto import program as p
from cudabmc.source.location import Location
from cudabmc.verification.launch_sizes import known_launches


def too_large(program: p.Program) -> dict[Location, int]:
    """Where launches are that have more threads than are run, and how many."""
    found: dict[Location, int] = {}
    for launch in known_launches(program):
        sizes = [size for size in (*launch.grid, *launch.block) if size is not None]
        if len(sizes) == 6 and prod(sizes) > MAX_THREADS:
            found[launch.loc] = prod(sizes)
    return found


def remark(program: p.Program) -> str:
    """What follows the words on what a run is doing: where that will end, if anywhere."""
    found = [f"{loc.file.rpartition('/')[2]}:{loc.line}" for loc in too_large(program)]
    return f" (too large to run: {'launch' if len(found) == 1 else 'launches'} at {', '.join(found)})" if found else ""


def sentences(program: p.Program, reason: str) -> list[str]:
    """What is to be said of them where a run was cut short for this reason."""
    return [
        f"the launch at {loc} has {threads} threads, and at most {MAX_THREADS} are run: {INSTEAD}"
        for loc, threads in sorted(too_large(program).items(), key=lambda item: str(item[0]))
        if str(loc) not in reason
    ]
