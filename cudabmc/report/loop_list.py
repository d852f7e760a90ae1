"""The loops of a program, with the names that --unwindset takes."""

from collections.abc import Iterable

from cudabmc.goto.cfg import Loop
from cudabmc.report.table import columns


def loop_list(loops: Iterable[Loop]) -> str:
    """A line for each loop: its name and where it stands."""
    rows = [(loop.id, str(loop.location)) for loop in loops]
    return "".join(f"{line}\n" for line in columns(rows)) or "no loops\n"
