"""Ctrl-C, and SIGTERM, as one KeyboardInterrupt, however often the signal comes at once."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_Handler = Callable[[int, FrameType | None], None] | signal.Handlers
_ONE_PRESS = 0.5  # seconds within which signals count as one
_SOON = 0.02  # seconds until a signal comes again that would be lost


@contextmanager
def interruptible(heard: Callable[[], None] = lambda: None) -> Iterator[None]:
    """SIGINT and SIGTERM raise KeyboardInterrupt in the body, behind `heard`, and repetitions at once are dropped.

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
        if _would_be_lost(frame):
            again = threading.Timer(_SOON, os.kill, (os.getpid(), signum))
            again.daemon = True
            again.start()
        elif now - last > _ONE_PRESS:
            last = now
            heard()
            raise KeyboardInterrupt

    with _handled(interrupt):
        yield


def _would_be_lost(frame: FrameType | None) -> bool:
    """Python drops exceptions in finalisers, and where the importer forgets the lock of a module."""
    while frame is not None:
        code = frame.f_code
        if code.co_name == "__del__" or (code.co_name == "cb" and code.co_filename == "<frozen importlib._bootstrap>"):
            return True
        frame = frame.f_back
    return False


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
