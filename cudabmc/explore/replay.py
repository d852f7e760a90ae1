"""Replay: one execution along a schedule."""

from collections.abc import Callable, Iterable, Sequence

from cudabmc.errors import CudabmcError
from cudabmc.explore.strategy import OneExploration
from cudabmc.result import ThreadId
from cudabmc.state.state import State
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Status


class ReplayMismatchError(CudabmcError):
    """A schedule names a thread that cannot run."""


class Replay(OneExploration):
    """Follows a schedule: the thread of each visible event in order; then the canonical order.

    With `strict`, a thread that cannot run is an error. Otherwise its step is left out: where a
    write depends on inputs, the schedule can hold the step of a waiting thread that it woke up, and
    that has nothing to read again for the inputs of the replay.
    """

    def __init__(self, schedule: Sequence[int], *, strict: bool = True) -> None:
        super().__init__()
        self.schedule = schedule
        self.strict = strict
        self.position = 0
        self.followed: list[int] = []  # the steps that were taken

    @property
    def following(self) -> int | None:
        """The thread of the next step, or None at the end of the schedule."""
        return self.schedule[self.position] if self.position < len(self.schedule) else None

    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        while self.position < len(self.schedule):
            tid = self.schedule[self.position]
            self.position += 1
            if tid in pending:
                self.followed.append(tid)
                return [tid]
            if self.strict:
                raise ReplayMismatchError(
                    f"step {self.position} of the schedule is thread {tid}, which cannot run there",
                    hint=f"threads that can: {', '.join(map(str, pending))}",
                )
        current = state.choices.current
        return [current if current is not None and current in pending else pending[0]]

    def host_options(self, state: State, able: Sequence[int]) -> list[int]:
        return self.options(state, able)

    def incomplete(self) -> str:
        return "only the schedule of --replay was run, and it breaks no property"


MOST = 1024
"""With more threads than that in a violation, nothing is gained by an order among them."""


class HastyReplay(Replay):
    """The shortest way to a violation that is known: who matters for it runs first, and the run ends there.

    Without a decision the order of threads is free (decision 6 of the design), so those run first that the violation
    names (`involved`) or the schedule waits for. Others run as far as these need them, to a barrier of theirs, say.
    What comes out is an execution like any other, and is confirmed as such. `found` tells from the state whether the
    violation is there."""

    one_by_one = True

    def __init__(
        self, schedule: Sequence[int], involved: Iterable[ThreadId], found: Callable[[State], bool]
    ) -> None:
        super().__init__(schedule, strict=False)
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

    def early(self, state: State, pending: Sequence[int]) -> int | None:
        """The thread that is next in the schedule, as soon as it stands before its event and the one that
        ran last has come to its own: a context switch is one here too."""
        tid = self.following
        if tid is None or tid not in pending or _runs(state, state.choices.current):
            return None
        return self.options(state, pending)[0]

    def take(self, state: State, grid: Grid) -> int:
        """Those that matter for the violation first."""
        last = grid.runnable[-1]  # found without a search, which every step of a large launch would pay for
        runnable = (
            tid
            for tid in (state.choices.current, self.following, *self._important(grid), last)
            if tid == last or (_can_run(grid, tid) and tid in grid.runnable)
        )
        chosen = next(runnable) if not self._pauses else min(runnable, key=lambda tid: self._pauses.get(tid, 0))
        if chosen == last:
            grid.runnable.pop()
        else:
            grid.runnable.remove(chosen)
        return chosen

    def paused(self, tid: int) -> None:
        """Those that have not run for long come before it."""
        self._pauses[tid] = self._pauses.get(tid, 0) + 1

    def _important(self, grid: Grid) -> list[int]:
        found = self._of_grid.get(grid.operation)
        if found is None:
            found = [tid for tid, thread in grid.threads.items() if thread.id in self._involved]
            self._of_grid[grid.operation] = found
        return found


def _can_run(grid: Grid, tid: int | None) -> bool:
    return tid in grid.threads and grid.threads[tid].status is Status.RUNNABLE


def _runs(state: State, tid: int | None) -> bool:
    return tid is not None and any(tid in grid.runnable for grid in state.device.grids.values())
