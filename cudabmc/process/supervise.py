"""Runs a function in a child process, so that limits hold even when the child cannot act on them.

A solver may stay in one call for minutes, where Python takes no signal, or end the process when it has
no memory left. The parent then still knows what to answer.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

_GRACE = 3.0  # seconds that a child gets beyond its timeout to end by itself


class ChildDiedError(Exception):
    """The child ended without an answer; the message completes 'the run ...'."""


Answered = Callable[[], None]
"""Called by the child when it knows the answer: it may then take its time to print it."""


def supervised(
    run: Callable[[Answered], int], timeout: float | None, interrupted: Callable[[], None] = lambda: None
) -> int:
    """The value of `run(answered)`, which is its exit status, computed in a child process.

    SIGINT and SIGTERM are passed on, and `interrupted` is told of them. Raises ChildDiedError if the child was
    killed, by a signal or here after `timeout` seconds and some grace, or ended with a status that no run of ours has.
    """
    if not hasattr(os, "fork"):
        return run(lambda: None)
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 4
        try:
            status = run(lambda: _tell(writing))
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)

    os.close(writing)

    def forward(signum: int, frame: FrameType | None) -> None:
        interrupted()
        os.kill(child, signum)

    before = {number: signal.signal(number, forward) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ended = _wait(child, reading, None if timeout is None else timeout + _GRACE)
        if not ended:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
    if not ended:
        raise ChildDiedError(f"did not finish within {timeout:g} s (--timeout)")
    if os.WIFSIGNALED(status):
        raise ChildDiedError(f"was killed by signal {os.WTERMSIG(status)}")
    if os.WEXITSTATUS(status) > 4:
        raise ChildDiedError(f"ended with status {os.WEXITSTATUS(status)}, probably for lack of memory")
    return os.WEXITSTATUS(status)


def _tell(writing: int) -> None:
    os.write(writing, b".")


def _wait(child: int, answered: int, timeout: float | None) -> bool:
    """Wait until the child has ended, without collecting it; False when the time is over. There is no limit
    once something can be read from `answered`."""
    if hasattr(os, "pidfd_open"):
        descriptor = os.pidfd_open(child)
        try:
            ready = select.select([descriptor, answered], [], [], timeout)[0]
            if ready and descriptor not in ready:
                select.select([descriptor], [], [])
            return bool(ready)
        finally:
            os.close(descriptor)
    end = None if timeout is None else time.monotonic() + timeout
    while not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if end is not None and time.monotonic() > end and not select.select([answered], [], [], 0)[0]:
            return False
        time.sleep(0.02)
    return True
