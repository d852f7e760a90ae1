"""The shortest way to a violation that is known: who matters for it runs first, and the run ends there.

Without a decision the order of threads is free (decision 6 of the design), so a replay may let those
run first that the violation names or the schedule waits for. Others run as far as these need them,
to a barrier of theirs, say. What comes out is an execution like any other, and is confirmed as such.
"""

from collections.abc import Callable, Iterable, Sequence

from cudabmc.explore.strategy import Replay
from cudabmc.machine.state import Grid, State, Status
from cudabmc.result import ThreadId

MOST = 1024
"""With more threads than that in a violation, nothing is gained by an order among them."""


class Haste:
    """For one replay. `found` tells from the state whether the violation is there."""

    def __init__(self, replay: Replay, involved: Iterable[ThreadId], found: Callable[[State], bool]) -> None:
        self._replay = replay
        self._involved = set(involved)
        self._found = found
        self._met = 0
        self._of_grid: dict[int, list[int]] = {}
        self._pauses: dict[int, int] = {}  # of threads that run for long

    def is_over(self, state: State) -> bool:
        """Has the run shown the violation?"""
        if len(state.vcs) != self._met:
            self._met = len(state.vcs)
            return self._found(state)
        return False

    def decided(self, state: State, pending: Sequence[int]) -> int | None:
        """The thread that is next in the schedule, as soon as it stands before its event and the one that
        ran last has come to its own: a context switch is one here too."""
        tid = self._replay.following
        if tid is None or tid not in pending or self._runs(state, state.current):
            return None
        options, _ = self._replay.options(pending, state.current, state.switches)
        return options[0]

    def take(self, state: State, grid: Grid) -> int:
        """Take the thread to run next out of those of a grid that can."""
        runnable = (
            tid
            for tid in (state.current, self._replay.following, *self._important(grid), grid.runnable[-1])
            if tid in grid.threads and grid.threads[tid].status is Status.RUNNABLE and tid in grid.runnable
        )
        chosen = next(runnable) if not self._pauses else min(runnable, key=lambda tid: self._pauses.get(tid, 0))
        grid.runnable.remove(chosen)
        return chosen

    def paused(self, tid: int) -> None:
        """The thread has run for long: those that have not come before it."""
        self._pauses[tid] = self._pauses.get(tid, 0) + 1

    def _important(self, grid: Grid) -> list[int]:
        found = self._of_grid.get(grid.work)
        if found is None:
            found = [tid for tid, thread in grid.threads.items() if thread.id in self._involved]
            self._of_grid[grid.work] = found
        return found

    @staticmethod
    def _runs(state: State, tid: int | None) -> bool:
        return tid is not None and any(tid in grid.runnable for grid in state.grids.values())
