"""A limit on time that works in any thread and takes no signal: for calls from Python.

Another thread waits, and then raises an exception in the one that is late, at the next step of its interpreter
(Python/C API, PyThreadState_SetAsyncExc). `cudabmc.process.limits` has the limits of the command line.
"""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from cudabmc.errors import ResourceError
from cudabmc.process.limits import set_deadline

_AGAIN = 2.0  # seconds until it is raised again, should it have been swallowed (in a __del__, say)


class _Running(threading.local):
    """The limit of each thread, in seconds."""

    seconds: float = 0.0


_running = _Running()


class _TimeRanOutError(ResourceError):
    """What is raised from outside: made without arguments, in the thread that is late."""

    def __init__(self) -> None:
        super().__init__(f"time ran out after {_running.seconds:g} s (timeout)")


class _Alarm:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.late = threading.get_ident()
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.gate = threading.Lock()  # closed until this thread has been started: that must not be interrupted
        self.gate.acquire()

    def wait(self) -> None:
        """Raise when it is time, until somebody says that it is over."""
        self.gate.acquire()
        patience = self.seconds
        while not self.over.wait(patience):
            patience = _AGAIN
            with self.lock:
                if not self.over.is_set():
                    _raise_in(self.late, _TimeRanOutError)

    def stop(self) -> None:
        """Nothing is raised after this, though it may be in here."""
        with self.lock:
            self.over.set()
            _raise_in(self.late, None)
        if self.gate.locked():
            self.gate.release()


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise in a thread; with None, take back what was not raised yet."""
    what = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Run the body for at most so many seconds. Raises ResourceError when they are over."""
    if seconds is None:
        yield
        return
    alarm = _Alarm(seconds)
    outer = _running.seconds
    before = set_deadline(time.monotonic() + seconds)
    _running.seconds = seconds
    try:
        threading.Thread(target=alarm.wait, name="cudabmc deadline", daemon=True).start()
        alarm.gate.release()
        yield
    finally:
        stopped = False
        while not stopped:
            # It may come until the last moment, which must not be in a call that is outside of the `try`.
            try:
                alarm.stop()
                stopped = True
            except _TimeRanOutError:
                pass
        _running.seconds = outer
        set_deadline(before)
