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


def supervised(run: Callable[[], int], timeout: float | None) -> int:
    """The value of `run()`, which is its exit status, computed in a child process.

    SIGINT and SIGTERM are passed on. Raises ChildDiedError if the child was killed, by a signal or here
    after `timeout` seconds and some grace, or ended with a status that no run of ours has.
    """
    if not hasattr(os, "fork"):
        return run()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        status = 4
        try:
            status = run()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)

    def forward(signum: int, frame: FrameType | None) -> None:
        os.kill(child, signum)

    before = {number: signal.signal(number, forward) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ended = _wait(child, None if timeout is None else timeout + _GRACE)
        if not ended:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if not ended:
        raise ChildDiedError(f"did not end within {timeout:g} s (--timeout)")
    if os.WIFSIGNALED(status):
        raise ChildDiedError(f"was ended by signal {os.WTERMSIG(status)}")
    if os.WEXITSTATUS(status) > 4:
        raise ChildDiedError(f"was ended with status {os.WEXITSTATUS(status)}, probably for lack of memory")
    return os.WEXITSTATUS(status)


def _wait(child: int, timeout: float | None) -> bool:
    """Wait until the child has ended, without collecting it; False when the time is over."""
    if hasattr(os, "pidfd_open"):
        descriptor = os.pidfd_open(child)
        try:
            return bool(select.select([descriptor], [], [], timeout)[0])
        finally:
            os.close(descriptor)
    end = None if timeout is None else time.monotonic() + timeout
    while not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if end is not None and time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
