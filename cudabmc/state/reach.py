"""What executions of the program have reached, for coverage: by which kernel or the host, and under which conditions.

Both sides of a branch on inputs run, each under its guard. So what has run is reached for certain where nothing has
been assumed and no guard stands, and otherwise if some input meets both: that is left open, and asked later.
"""

from collections.abc import Iterable
from typing import NamedTuple

from cudabmc.goto.reach_points import Way
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

HOST = ""
"""Who reaches something, if that is host code; the name of the kernel otherwise."""


MOST_CONDITIONS = 64
"""Conditions of one place that are kept: others may reach it, too, which is left undecided."""


class ReachMark(NamedTuple):
    """An instruction of a function, or a side of a branch."""

    function: str
    pc: int
    way: Way


class Reached(NamedTuple):
    """A mark, and who has reached it."""

    mark: ReachMark
    by: str


class ReachLog:
    """What the passes of a run have reached: some for `certain`, some under one of the conditions that are `open`. What
    is `undecided` may have been reached or not. `of_models` are conditions that models state of results which they do
    not compute: whatever the inputs, the true results meet them."""

    def __init__(self) -> None:
        self.certain: set[Reached] = set()
        self.open: dict[Reached, dict[Value, None]] = {}
        self.undecided: set[Reached] = set()
        self.of_models: set[Value] = set()

    def note(self, mark: ReachMark, by: str, condition: Value) -> bool:
        """Somebody has reached a mark where a condition holds. Is it certain by now that it is reached?"""
        reached = Reached(mark, by)
        if reached in self.certain:
            return True
        if condition is True:
            self.settle(reached)
            return True
        if condition is not False:
            conditions = self.open.setdefault(reached, {})
            if len(conditions) < MOST_CONDITIONS or condition in conditions:
                conditions[condition] = None
            else:  # of so many one most likely holds
                self.undecided.add(reached)
        return False

    def note_all(self, marks: Iterable[ReachMark], by: str, condition: Value) -> None:
        """Somebody has reached all of these."""
        for mark in marks:
            self.note(mark, by, condition)

    def settle(self, reached: Reached) -> None:
        """It is certain from now on."""
        self.certain.add(reached)
        self.open.pop(reached, None)
        self.undecided.discard(reached)

    def leave_undecided(self, reached: Iterable[Reached]) -> None:
        """Nobody knows whether these are reached, unless it is certain."""
        self.undecided |= set(reached) - self.certain


def who_runs(thread: Thread) -> str:
    """Who reaches what the thread comes to."""
    return HOST if thread.block is None else thread.frames[0].code.function.name
