"""Waiting for another process for a limited time, which its clock counts (`cudabmc.process.clock`)."""

import os
import select
import time

from cudabmc.process.clock import STOPPED, WENT_ON, RunClock

ANSWERED = b"."
"""What a process writes that may take all the time it needs from then on."""

_PAUSE = 0.02  # seconds between two looks where the system cannot wait with a limit
_LOOK = 0.05  # seconds between two looks at a clock that stands still


class TimeOfAnother:
    """How much time a process has left, by what it writes to `pipe`. None: no limit."""

    def __init__(self, pipe: int, seconds: float | None) -> None:
        self.pipe: int | None = pipe  # None once nobody can write any more
        self._clock = RunClock()
        self._end = None if seconds is None else self._clock.now() + seconds

    def hear(self) -> None:
        """Read what is there, which does not wait if something is."""
        assert self.pipe is not None
        said = os.read(self.pipe, 64)
        if not said:
            self.close()
        for at in range(len(said)):
            word = said[at : at + 1]
            if word == STOPPED:
                self._clock.stop()
            elif word == WENT_ON:
                self._clock.go_on()
            elif word == ANSWERED:
                self._end = None

    def close(self) -> None:
        """Hear nothing more."""
        if self.pipe is not None:
            os.close(self.pipe)
            self.pipe = None

    def left(self) -> float | None:
        """The seconds until its limit, at least 0."""
        return None if self._end is None else max(0.0, self._end - self._clock.now())

    def patience(self) -> float | None:
        """The seconds until one should look again."""
        left = self.left()
        return None if left is None else max(left, _LOOK) if self._clock.stands_still else left


def wait_for(child: int, its: TimeOfAnother) -> bool:
    """Wait until the child has ended, without collecting it; False when its time is over."""
    if not hasattr(os, "pidfd_open"):
        return _look_for(child, its)
    ended = os.pidfd_open(child)
    try:
        while True:
            ready = _ready([ended] if its.pipe is None else [ended, its.pipe], its.patience())
            if ended in ready:
                return True
            if ready:
                its.hear()
            elif its.left() == 0:
                return False
    finally:
        os.close(ended)


def _look_for(child: int, its: TimeOfAnother) -> bool:
    while not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if its.pipe is not None and _ready([its.pipe], 0):
            its.hear()
        elif its.left() == 0:
            return False
        else:
            time.sleep(_PAUSE)
    return True


def _ready(descriptors: list[int], seconds: float | None) -> list[int]:
    """Those of which something can be read."""
    poll = select.poll()  # which has no limit on the numbers of descriptors
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return [descriptor for descriptor, _ in poll.poll(None if seconds is None else 1000 * seconds)]
