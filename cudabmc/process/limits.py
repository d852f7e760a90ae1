"""Limits on time and memory that end a run with ResourceError.

These work from inside, at the next step of the interpreter. A call into the solver that does not come
back, or a solver that ends the process when it has no memory left, needs `cudabmc.process.supervise` as well.
"""

import errno
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from cudabmc.errors import ResourceError, UsageError
from cudabmc.process.clock import RunClock, this_clock

_SPARE = 32
"""At what part of the limit on memory in front of it a run ends. At the limit itself Python may not even have the
memory for an error: it has a stock of 16 MemoryErrors, and asks for more without end when these are in use."""

_GLANCE = 0.02
"""Seconds of processor time between two looks at the memory: a run may take 100 MB meanwhile."""

_AGAIN = 2.0  # seconds until the alarm is repeated, should the first one be swallowed (in a __del__, say)
_LOOK = 0.05  # seconds between two looks at a clock that stands still


class MemoryLimitError(ResourceError):
    """The limit on memory is near."""


class _Deadline(threading.local):
    """Of each thread, by its clock."""

    at: float | None = None


_deadline = _Deadline()
_memory: list[int] = []  # the limits on address space of the runs that are under way, in bytes
_memory_before = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
_lock = threading.Lock()


@contextmanager
def limits(timeout: float | None = None, memlimit: int | None = None) -> Iterator[None]:
    """Run the body for at most `timeout` seconds and within `memlimit` MiB of address space.

    Raises ResourceError when a limit is reached, and UsageError for a timeout outside of the main
    thread, where Python takes no signals (`cudabmc.process.deadline` needs none). A MemoryError becomes a ResourceError
    with or without limit.
    """
    swallow_silently()
    with _alarm(timeout), _address_space(memlimit), _memory_watch(memlimit):
        try:
            yield
        except (MemoryError, ImportError, OSError) as error:
            if not is_lack_of_memory(error):
                raise
            limit = f" of {memlimit} MiB (--memlimit)" if memlimit else ""
            raise ResourceError(f"memory ran out{': the limit' + limit if limit else ''}") from None


def swallow_silently() -> None:
    """From now on, Python says nothing of a limit that is reached where nothing can be raised, such as in a __del__: it
    is raised again."""
    say = sys.unraisablehook
    if isinstance(say, _SilentOnLimits):
        return
    sys.unraisablehook = _SilentOnLimits(say)


class _SilentOnLimits:
    """Says what was said before of other errors."""

    def __init__(self, say: "Callable[[sys.UnraisableHookArgs], object]") -> None:
        self._say = say

    def __call__(self, what: "sys.UnraisableHookArgs") -> None:
        if not issubclass(what.exc_type, ResourceError):
            self._say(what)


def is_lack_of_memory(error: BaseException) -> bool:
    """A library that is loaded late, or a process that is started, may be what does not fit any more."""
    if isinstance(error, ImportError):
        return "failed to map segment" in str(error)  # the words of the dynamic linker
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    return isinstance(error, MemoryError | MemoryLimitError)


def remaining() -> float | None:
    """Seconds left of the running timeout of this thread, at least 0; None without one. Queries are bounded by it."""
    return None if _deadline.at is None else max(0.0, _deadline.at - this_clock().now())


def set_deadline(at: float | None) -> float | None:
    """Set the end of the time of this thread, by its clock (`cudabmc.process.clock`); the one before."""
    before, _deadline.at = _deadline.at, at
    return before


def lift_timeout() -> None:
    """The answer is known: what is left to do may take its time."""
    signal.setitimer(signal.ITIMER_REAL, 0)


def but_for(clock: RunClock, before: float) -> str:
    """What a message on time that ran out adds if more of it went by; `before`: what the clock had left out then."""
    left_out = clock.left_out() - before
    return f"; {left_out:.0f} s for the C++ library do not count" if left_out >= 1 else ""


@contextmanager
def _alarm(timeout: float | None) -> Iterator[None]:
    if timeout is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        raise UsageError("a timeout works in the main thread only")

    clock = this_clock()
    end = clock.now() + timeout
    left_out = clock.left_out()

    def expire(signum: int, frame: FrameType | None) -> None:
        left = end - clock.now()
        if left <= 0:
            raise ResourceError(f"time ran out after {timeout:g} s (--timeout{but_for(clock, left_out)})")
        signal.setitimer(signal.ITIMER_REAL, max(left, _LOOK if clock.stands_still else 0.001), _AGAIN)

    before = signal.signal(signal.SIGALRM, expire)
    outer = set_deadline(end)
    try:
        signal.setitimer(signal.ITIMER_REAL, timeout, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        set_deadline(outer)


@contextmanager
def _memory_watch(memlimit: int | None) -> Iterator[None]:
    """Look at the size of the process now and then, and raise MemoryLimitError when it comes near the limit, then when
    half of what is left is used, too, and so on. Outside of the main thread, which alone takes signals, nobody looks.
    """
    if memlimit is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    limit = memlimit * 2**20
    spare = limit // _SPARE

    def look(signum: int, frame: FrameType | None) -> None:
        nonlocal spare
        if _size() > limit - spare:
            spare //= 2
            raise MemoryLimitError(f"memory ran out: the limit is {memlimit} MiB (--memlimit)")

    before = signal.signal(signal.SIGPROF, look)
    try:
        signal.setitimer(signal.ITIMER_PROF, _GLANCE, _GLANCE)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def room_left(most: int) -> int:
    """Bytes that the process may still ask for, `most` if there is no limit or there are more."""
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    return most if soft == resource.RLIM_INFINITY else max(0, min(most, soft - _size()))


def _size() -> int:
    """Bytes of the address space that the process uses; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


@contextmanager
def _address_space(memlimit: int | None) -> Iterator[None]:
    """The limit is the process's: of several runs at a time the smallest one holds."""
    global _memory_before
    if memlimit is None:
        yield
        return
    wanted = memlimit * 2**20
    with _lock:
        if not _memory:
            _memory_before = resource.getrlimit(resource.RLIMIT_AS)
        _memory.append(wanted)
        _limit_memory()
    try:
        yield
    finally:
        with _lock:
            _memory.remove(wanted)
            _limit_memory()


def _limit_memory() -> None:
    soft, hard = _memory_before
    if _memory:
        soft = min(_memory) if hard == resource.RLIM_INFINITY else min(*_memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
