"""A process that asks one solver what it is sent, until the other side closes the pipe; `process.py` starts it."""

import os
import signal
import sys
from contextlib import suppress

from cudabmc.solver.choose import backend
from cudabmc.solver.protocol import SolverAnswer, Unknown
from cudabmc.solver.transfer import Receiver, receive, send

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def serve(name: str, parent: int) -> None:
    """Answer queries on the standard input with those of the solver `name` on the standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    _end_with(parent)
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints is no answer
    solver, receiver = backend(name), Receiver()
    with suppress(EOFError, BrokenPipeError):
        while True:
            nodes, roots, timeout_ms = receive(source)
            answer: SolverAnswer
            try:
                answer = solver.check(receiver.terms(nodes, roots), timeout_ms)
            except MemoryError:
                answer = Unknown("memory ran out")
            send(target, (receiver.answer_data(answer), solver.statistics.load_seconds))


def _end_with(parent: int) -> None:
    """Be killed when the parent dies, even in the middle of a query, where the system can do that."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit
