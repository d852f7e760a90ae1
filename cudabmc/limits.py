"""Limits on time and memory that end a run with ResourceError.

These work from inside, at the next step of the interpreter. A call into the solver that does not come
back, or a solver that ends the process when it has no memory left, needs `cudabmc.supervise` as well.
"""

import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from cudabmc.errors import ResourceError, UsageError

_AGAIN = 1.0  # seconds until the alarm is repeated, should the first one be swallowed (in a __del__, say)
_deadline: float | None = None


@contextmanager
def limits(timeout: float | None = None, memlimit: int | None = None) -> Iterator[None]:
    """Run the body for at most `timeout` seconds and within `memlimit` MiB of address space.

    Raises ResourceError when a limit is reached, and UsageError for a timeout outside of the main
    thread, where Python takes no signals. A MemoryError becomes a ResourceError with or without limit.
    """
    with _alarm(timeout), _address_space(memlimit):
        try:
            yield
        except MemoryError:
            limit = f" of {memlimit} MiB (--memlimit)" if memlimit else ""
            raise ResourceError(f"memory ran out{': the limit' + limit if limit else ''}") from None


def remaining() -> float | None:
    """Seconds left of the running timeout, at least 0; None without one. Solvers bound queries by it."""
    return None if _deadline is None else max(0.0, _deadline - time.monotonic())


@contextmanager
def _alarm(timeout: float | None) -> Iterator[None]:
    global _deadline
    if timeout is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        raise UsageError("a timeout works in the main thread only")

    def expire(signum: int, frame: FrameType | None) -> None:
        raise ResourceError(f"time ran out after {timeout:g} s (--timeout)")

    before = signal.signal(signal.SIGALRM, expire)
    outer = _deadline
    _deadline = time.monotonic() + timeout
    try:
        signal.setitimer(signal.ITIMER_REAL, timeout, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        _deadline = outer


@contextmanager
def _address_space(memlimit: int | None) -> Iterator[None]:
    if memlimit is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memlimit * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
