"""A limit on time that works in any thread and takes no signal: for calls from Python.

Another thread waits, and then raises an exception in the one that is late, at the next step of its interpreter
(Python/C API, PyThreadState_SetAsyncExc). A call of C that takes long has no such step before it comes back, for which
there is `long_calls.py`. `cudabmc.process.limits` has the limits of the command line.
"""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cudabmc.errors import ResourceError
from cudabmc.process.clock import RunClock, this_clock
from cudabmc.process.limits import but_for, set_deadline, swallow_silently
from cudabmc.process.long_calls import interrupt_call

_AGAIN = 2.0  # seconds until it is raised again, should it have been swallowed (in a __del__, say)
_LOOK = 0.05  # seconds between two looks at a clock that stands still


class _Running(threading.local):
    """The limit of each thread."""

    alarm: "_Alarm | None" = None


_running = _Running()


class _TimeRanOutError(ResourceError):
    """What is raised from outside: made without arguments, in the thread that is late."""

    def __init__(self) -> None:
        alarm = _running.alarm
        assert alarm is not None
        super().__init__(f"time ran out after {alarm.seconds:g} s (timeout{but_for(alarm.clock, alarm.left_out)})")


class _Alarm:
    def __init__(self, clock: RunClock, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.left_out = clock.left_out()
        self.end = clock.now() + seconds
        self.late = threading.get_ident()
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.raised = False
        self.gate = threading.Lock()  # closed until this thread has been started: that must not be interrupted
        self.gate.acquire()

    def wait(self) -> None:
        """Raise when it is time, until somebody says that it is over."""
        self.gate.acquire()
        while (left := self.end - self.clock.now()) > 0:
            if self.over.wait(max(left, _LOOK) if self.clock.stands_still else left):
                return
        while not self.over.is_set():
            with self.lock:
                if not self.over.is_set():
                    self.raised = True
                    _raise_in(self.late, _TimeRanOutError)
                    interrupt_call(self.late)
            self.over.wait(_AGAIN)

    def stop(self) -> None:
        """Nothing is raised after this, though it may be in here. For the thread that has the limit."""
        with self.lock:
            self.over.set()
        if self.raised:
            _take_back(self.late)
        if self.gate.locked():
            self.gate.release()


class _NothingError(ResourceError):
    """What comes instead of an exception that is taken back."""

    def __init__(self) -> None:
        super().__init__("nothing")


def _take_back(thread: int) -> None:
    """Let nothing come any more of what was raised in this thread from outside.

    NULL instead of an exception would do, but leaves CPython 3.11 with the note that there is one: it looks for it at
    each step from then on, and where calls are traced it looks forever (Python/ceval.c, eval_frame_handle_pending).
    """
    try:
        _raise_in(thread, _NothingError)
        while True:
            pass
    except _NothingError:
        pass


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise in a thread, instead of what was to be raised there and has not come yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Run the body for at most so many seconds. Raises ResourceError when they are over."""
    if seconds is None:
        yield
        return
    swallow_silently()
    alarm = _Alarm(this_clock(), seconds)
    outer = _running.alarm
    before = set_deadline(alarm.end)
    _running.alarm = alarm
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
        _running.alarm = outer
        set_deadline(before)
