"""Ctrl-C as one KeyboardInterrupt, however often the signal comes at once."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ONE_PRESS = 0.5  # seconds within which signals count as one


@contextmanager
def interruptible() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt in the body, and repetitions at once are dropped.

    A supervised child gets the signal twice, from the terminal and from its parent, and the second
    would hit the code that reports the first. Later ones raise again, should one have been swallowed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    last = -_ONE_PRESS

    def interrupt(signum: int, frame: FrameType | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _ONE_PRESS:
            last = now
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
