"""Who is next: strategies choose among the threads that stand before a visible event."""

from collections.abc import Sequence
from typing import Protocol

from cudabmc.errors import CudabmcError


class Strategy(Protocol):
    """The engine asks `options` at each decision; more than one answer makes it branch."""

    def options(self, pending: Sequence[int], current: int | None, switches: int) -> tuple[list[int], int]:
        """The threads to try next, in order, and how many the bound has cut off. `pending` is
        sorted; `current` ran last and is in it if it could go on."""


class BoundedDfs:
    """Every order with at most `bound` context switches, the running thread first.

    A switch is counted when the scheduler leaves a thread that could go on.
    """

    def __init__(self, bound: int) -> None:
        self.bound = bound

    def options(self, pending: Sequence[int], current: int | None, switches: int) -> tuple[list[int], int]:
        if current is None or current not in pending:
            return list(pending), 0
        if switches >= self.bound:
            return [current], len(pending) - 1
        return [current, *(tid for tid in pending if tid != current)], 0


class ReplayMismatchError(CudabmcError):
    """A schedule names a thread that cannot run."""


class Replay:
    """Follows a schedule: the thread of each visible event in order; then the canonical order.

    With `strict`, a thread that cannot run is an error. Otherwise its step is left out: where a
    write depends on inputs, the schedule can hold the step of a waiting thread that it woke up, and
    that has nothing to read again for the inputs of the replay.
    """

    def __init__(self, schedule: Sequence[int], *, strict: bool = True) -> None:
        self.schedule = schedule
        self.strict = strict
        self.position = 0
        self.followed: list[int] = []  # the steps that were taken

    @property
    def following(self) -> int | None:
        """The thread of the next step, or None at the end of the schedule."""
        return self.schedule[self.position] if self.position < len(self.schedule) else None

    def options(self, pending: Sequence[int], current: int | None, switches: int) -> tuple[list[int], int]:
        while self.position < len(self.schedule):
            tid = self.schedule[self.position]
            self.position += 1
            if tid in pending:
                self.followed.append(tid)
                return [tid], 0
            if self.strict:
                raise ReplayMismatchError(
                    f"step {self.position} of the schedule is thread {tid}, which cannot run there",
                    hint=f"threads that can: {', '.join(map(str, pending))}",
                )
        return [current if current is not None and current in pending else pending[0]], 0
