"""Runs a function in a child process, so that limits hold even when the child cannot act on them.

A solver may stay in one call for minutes, where Python takes no signal, or end the process when it has
no memory left. The parent then still knows what to answer.
"""

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from cudabmc.process import clock
from cudabmc.process.watched import ANSWERED, TimeOfAnother, wait_for

_GRACE = 3.0  # seconds that a child gets beyond its timeout to end by itself
_PASSED_ON = (signal.SIGINT, signal.SIGTERM)


class ChildDiedError(Exception):
    """The child ended without an answer; the message completes 'the run ...'."""


Answered = Callable[[], None]
"""Called by the child when it knows the answer: it may then take its time to print it."""


def supervised(
    run: Callable[[Answered], int], timeout: float | None, interrupted: Callable[[], None] = lambda: None
) -> int:
    """The value of `run(answered)`, which is its exit status, computed in a child process.

    SIGINT and SIGTERM are passed on, and `interrupted` is told of them. Raises ChildDiedError if the child was
    killed, by a signal or here after `timeout` seconds of its clock and some grace, or ended with a status that no run
    of ours has.
    """
    if not hasattr(os, "fork"):
        return run(lambda: None)
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    # A signal between the fork and the handlers waits, or it would end this process alone and leave the child behind.
    outer = signal.pthread_sigmask(signal.SIG_BLOCK, _PASSED_ON)
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, outer)
        os.close(reading)
        clock.tell(writing)
        status = 4
        try:
            status = run(lambda: _answered(writing))
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)

    os.close(writing)

    def forward(signum: int, frame: FrameType | None) -> None:
        interrupted()
        os.kill(child, signum)

    before = {number: signal.signal(number, forward) for number in _PASSED_ON}
    signal.pthread_sigmask(signal.SIG_SETMASK, outer)
    its = TimeOfAnother(reading, None if timeout is None else timeout + _GRACE)
    try:
        ended = wait_for(child, its)
        if not ended:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        its.close()
    if not ended:
        raise ChildDiedError(f"did not finish within {timeout:g} s (--timeout)")
    if os.WIFSIGNALED(status):
        raise ChildDiedError(f"was killed by signal {os.WTERMSIG(status)}")
    if os.WEXITSTATUS(status) > 4:
        raise ChildDiedError(f"ended with status {os.WEXITSTATUS(status)}, probably for lack of memory")
    return os.WEXITSTATUS(status)


def _answered(writing: int) -> None:
    os.write(writing, ANSWERED)
