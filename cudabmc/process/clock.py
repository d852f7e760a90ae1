"""The time that counts against a limit: what a run waits for once on a machine does not.

Each thread has a clock. Processes that watch a run hear through pipes when its clock stands still
(`cudabmc.process.watched`).
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MOST = 1200.0
"""Seconds that a clock stands still at most, so that what hangs while it stands still is ended all the same."""

STOPPED, WENT_ON = b"<", b">"
"""What watchers are told."""

PIPE = "CUDABMC_CLOCK_PIPE"
"""The environment variable by which a command line is given the number of such a pipe."""

_watchers: list[int] = []  # descriptors of pipes, of the whole process


class RunClock:
    """Seconds of the monotonic clock, without those in which this one stood still. Any thread may read it."""

    def __init__(self) -> None:
        self._stood: tuple[float, float | None] = (0.0, None)  # seconds until now, and since when it stands still

    @property
    def stands_still(self) -> bool:
        """Has it been stopped?"""
        return self._stood[1] is not None

    def now(self) -> float:
        """Its time."""
        now = time.monotonic()
        return now - self._left_out(now)

    def left_out(self) -> float:
        """The seconds that it did not count."""
        return self._left_out(time.monotonic())

    def _left_out(self, now: float) -> float:
        before, since = self._stood
        return before + (min(MOST, now - since) if since is not None else 0.0)

    def stop(self) -> None:
        """Stand still from now on."""
        if not self.stands_still:
            self._stood = (self._stood[0], time.monotonic())

    def go_on(self) -> None:
        """Count again."""
        self._stood = (self.left_out(), None)


class _Here(threading.local):
    def __init__(self) -> None:
        self.clock = RunClock()


_here = _Here()


def this_clock() -> RunClock:
    """The clock of this thread."""
    return _here.clock


@contextmanager
def not_counted() -> Iterator[None]:
    """The body does not count against a limit on time, in this thread and for who watches this process."""
    clock = this_clock()
    if clock.stands_still:
        yield
        return
    try:
        clock.stop()
        _tell(STOPPED)
        yield
    finally:
        clock.go_on()
        _tell(WENT_ON)


def tell(descriptor: int) -> None:
    """Write to this pipe, too, when a clock of this process stands still and when it goes on."""
    _watchers.append(descriptor)


def _tell(what: bytes) -> None:
    for descriptor in _watchers:
        with suppress(OSError):  # nobody listens any more
            os.write(descriptor, what)
