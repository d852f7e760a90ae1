"""Ctrl-C, and SIGTERM, as one KeyboardInterrupt, however often the signal comes at once."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_Handler = Callable[[int, FrameType | None], None] | signal.Handlers
_ONE_PRESS = 0.5  # seconds within which signals count as one


@contextmanager
def interruptible() -> Iterator[None]:
    """SIGINT and SIGTERM raise KeyboardInterrupt in the body, and repetitions at once are dropped.

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

    with _handled(interrupt):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """The signals are ignored in the body, which is short: it would be left half done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with _handled(signal.SIG_IGN):
        yield


@contextmanager
def _handled(handler: _Handler) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
