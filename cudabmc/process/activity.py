"""What a run is doing, for whoever watches it from another thread: a progress bar, say.

The run tells the watch where to look; it never waits for anybody who looks, and counts nothing for them.
"""

from collections.abc import Callable

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location


@dataclass(frozen=True, slots=True)
class Activity:
    """A moment of a run. `stage` says what is being done; `where` is a position of the thread that ran last.

    `open` are choices of the scheduler that are still to be tried, as far as they are known; `switches` is the
    largest number of context switches of an interleaving so far, out of `context_bound`; `asking` are seconds
    that the solver has thought about the present query. That is about so many `conditions` at once, the first of them
    at `where`, or, if there are none, about a branch there."""

    stage: str
    where: Location | None = None
    steps: int = 0
    interleavings: int = 0
    open: int = 0
    switches: int = 0
    context_bound: int = 0
    unwind: int | None = None  # with --incremental-bmc, the bound of this round
    queries: int = 0
    asking: float | None = None
    conditions: int = 0


class Watch:
    """Answers what a run is doing. `answered` is called when its answer is known: what is left to do, giving memory
    back, needs no limit of time any more."""

    def __init__(self, answered: Callable[[], None] = lambda: None) -> None:
        self.look: Callable[[], Activity] = lambda: Activity("starting")
        self.answered = answered
