"""Calls of C that take long: what makes them come back when their time is over, or at Ctrl-C.

Python raises nothing in a thread that is in such a call. Its handler of signals in C notes that one has come, and
writes the number into a pipe (Python/C API, PySignal_SetWakeupFd); a thread that reads from it makes the call come
back, and then the handler in Python runs as ever. So no signal is lost, as it is where a library that catches Ctrl-C
itself has its answer before it looks.
"""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

_SIGNALS = frozenset((signal.SIGINT, signal.SIGTERM))

_interrupts: dict[int, Callable[[], object]] = {}
"""What makes the call come back that a thread is in."""


class _SignalPipe:
    """The pipe, and the thread that reads from it. `before` is where signals were written until the call began."""

    def __init__(self) -> None:
        self._ends, self._end = os.pipe()
        os.set_blocking(self._end, False)
        self.before = -1
        self._is_open = False
        threading.Thread(target=self._wait, name="cudabmc signals", daemon=True).start()

    def begin(self) -> None:
        """Signals are written into the pipe from now on."""
        before = signal.set_wakeup_fd(self._end, warn_on_full_buffer=False)
        if before != self._end:  # as it is if a signal has kept the last call from its end
            self.before = before
        self._is_open = True

    def end(self) -> None:
        """They are written where they were before."""
        if self._is_open:
            signal.set_wakeup_fd(self.before)
            self._is_open = False

    def _wait(self) -> None:
        main = threading.main_thread().ident
        assert main is not None
        while numbers := os.read(self._ends, 64):
            interrupt = _interrupts.get(main)
            if interrupt is not None and not _SIGNALS.isdisjoint(numbers):
                interrupt()
            if self.before != -1:
                with suppress(OSError):  # it is full, or closed
                    os.write(self.before, numbers)


_pipe: _SignalPipe | None = None


def _forget_pipe() -> None:
    """The thread that reads from it is one of the parent's."""
    global _pipe
    _pipe = None


os.register_at_fork(after_in_child=_forget_pipe)


def interrupted_by(interrupt: Callable[[], object] | None) -> None:
    """The call that this thread begins now comes back when `interrupt` is called in another thread; None: it is back.
    That may come late, when the thread has left the call because of its limit. Signals count in the main thread."""
    global _pipe
    is_main = threading.current_thread() is threading.main_thread()
    if interrupt is not None:
        _interrupts[threading.get_ident()] = interrupt
        if is_main:
            _pipe = _pipe or _SignalPipe()
            _pipe.begin()
        return
    _interrupts.pop(threading.get_ident(), None)
    if is_main and _pipe is not None:
        _pipe.end()


def interrupt_call(thread: int) -> None:
    """Make the call come back that a thread is in, if it is in one that can."""
    interrupt = _interrupts.get(thread)
    if interrupt is not None:
        interrupt()
