"""The steps that threads have taken, as a partial order: which of them had to come before which.

Orders of the same steps that keep this order are equivalent; an equivalence class of executions is one such partial
order (Mazurkiewicz). Never changed in place, since states share it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cudabmc.state.events import ANYTHING, Event, covers

VectorClock = dict[int, int]
"""For each thread, how many of its steps come before. Shared, so never changed in place."""

START: VectorClock = {}

Matters = Callable[[Event, Event], bool]
"""Does the order of two accesses to one object matter?"""


class PastStep(NamedTuple):
    """A step of a thread: the clock behind it, and whether the thread could not continue then at once, so that leaving
    it there is not a context switch."""

    clock: VectorClock
    stops: bool


class Past:
    """The steps so far."""

    __slots__ = ("arrivals", "fence", "heads", "last", "places", "steps")

    def __init__(self) -> None:
        self.steps: dict[int, tuple[PastStep, ...]] = {}
        self.heads: dict[int, VectorClock] = {}  # what comes before the next step of a thread
        self.places: dict[int, tuple[tuple[Event, int, int], ...]] = {}  # by object: who touched it in which step
        self.fence: VectorClock = START  # what comes before any step from here on
        self.arrivals: dict[object, VectorClock] = {}  # what comes before the end of a phase of a barrier that counts
        self.last: int | None = None  # the thread of the last step

    def _copy(self) -> "Past":
        other = Past.__new__(Past)
        other.steps, other.heads, other.places = self.steps, self.heads, self.places
        other.arrivals, other.fence, other.last = self.arrivals, self.fence, self.last
        return other

    def after(self, tid: int, events: Sequence[Event], matters: Matters) -> "Past":
        """With one more step."""
        steps = self.steps.get(tid, ())
        clock = self.clock_of(tid, events, matters)
        clock[tid] = len(steps) + 1
        other = self._copy()
        other.steps = {**self.steps, tid: (*steps, PastStep(clock, False))}
        other.heads = {**self.heads, tid: clock}
        other.places = dict(self.places)
        if ANYTHING in events:
            other.fence = clock
        for event in events:
            kept = [entry for entry in other.places.get(event.obj, ()) if not covers(event, entry[0])]
            other.places[event.obj] = (*kept, (event, tid, len(steps) + 1))
        other.last = tid
        return other

    def clock_of(self, tid: int, events: Iterable[Event], matters: Matters) -> VectorClock:
        """What comes before a step of the thread that makes these accesses."""
        clock = dict(self.heads.get(tid, START))
        _join(clock, self.fence)
        if ANYTHING in events:
            _join(clock, {other: len(steps) for other, steps in self.steps.items()})
        for event in events:
            # The latest first: what comes before it is known to come before the step, too.
            for old, other, number in reversed(self.places.get(event.obj, ())):
                if clock.get(other, 0) < number and other != tid and matters(old, event):
                    _join(clock, self.steps[other][number - 1].clock)
        return clock

    def stopped(self) -> "Past":
        """The last thread could not continue behind its step."""
        assert self.last is not None
        steps = self.steps[self.last]
        if steps[-1].stops:
            return self
        other = self._copy()
        other.steps = {**self.steps, self.last: (*steps[:-1], PastStep(steps[-1].clock, True))}
        return other

    def met(self, tids: Iterable[int]) -> "Past":
        """The threads have waited for each other."""
        tids = [*tids]
        joined: VectorClock = {}
        for tid in tids:
            _join(joined, self.heads.get(tid, START))
        other = self._copy()
        other.heads = {**self.heads, **dict.fromkeys(tids, joined)}
        return other

    def arrived(self, tid: int, phase: object) -> "Past":
        """The thread has arrived in a phase of a barrier that counts."""
        joined = dict(self.arrivals.get(phase, START))
        _join(joined, self.heads.get(tid, START))
        other = self._copy()
        other.arrivals = {**self.arrivals, phase: joined}
        return other

    def passed(self, tid: int, phase: object) -> "Past":
        """The thread has waited for the end of a phase."""
        joined = dict(self.heads.get(tid, START))
        _join(joined, self.arrivals.get(phase, START))
        other = self._copy()
        other.heads = {**self.heads, tid: joined}
        return other


def _join(into: VectorClock, other: VectorClock) -> None:
    for tid, count in other.items():
        if into.get(tid, 0) < count:
            into[tid] = count
