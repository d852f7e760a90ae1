"""A solver in a process of its own, which can be stopped at any time: by a limit, an interrupt or a faster one."""

import os
import select
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from cudabmc.solver.protocol import Error, Sat, SolverAnswer, SolverStatistics, Unknown, Unsat, symbolic
from cudabmc.solver.transfer import Sender, receive, send
from cudabmc.terms import Term, TermValue

GRACE = 0.5
"""Seconds that a solver gets beyond its time to say that it is over."""

# With the path of this process, which is not always that of a new one.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from cudabmc.solver.worker import serve; serve({name!r}, {parent})"


class SolverProcess:
    """One process, started at the first query; after `kill` the next query starts another one. It inherits the limit
    on memory."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.load_seconds = 0.0  # that the process has told
        self._process: subprocess.Popen[bytes] | None = None
        self._sender = Sender()

    def start(self) -> None:
        """Start the process, if there is none. Raises OSError if that cannot be done."""
        if self._process is None:
            program = _PROGRAM.format(path=sys.path, name=self.name, parent=os.getpid())
            self._process = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )

    def ask(self, terms: Sequence[Term], timeout_ms: int | None) -> None:
        """Send a query; `answer` waits for what becomes of it. Raises OSError if the process cannot be started."""
        self.start()
        assert self._process is not None and self._process.stdin is not None
        stream = self._process.stdin
        with suppress(BrokenPipeError):  # `answer` will see that it has ended
            send(stream, (*self._sender.nodes(terms), timeout_ms))

    def fileno(self) -> int:
        """What is readable when there is an answer, or none will come."""
        assert self._process is not None and self._process.stdout is not None
        return self._process.stdout.fileno()

    def answer(self) -> SolverAnswer:
        """The answer to the query, for which it waits."""
        assert self._process is not None and self._process.stdout is not None
        try:
            data, self.load_seconds = receive(self._process.stdout)
        except EOFError:
            self.kill()
            return Error(f"the process of {self.name} ended without an answer")
        return self._sender.answer(data)

    def kill(self) -> None:
        """End the process, whatever it does. It is gone when this returns."""
        process, self._process = self._process, None
        self._sender = Sender()
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()
        process.wait()

    def __del__(self) -> None:
        self.kill()


def first_decision(processes: Sequence[SolverProcess], timeout_ms: int | None) -> tuple[SolverAnswer, str]:
    """The first answer that is Sat or Unsat, and the name of its solver; who is not done then is killed.

    If there is none, an answer of the first process that was asked, or Unknown("timeout") if one was not done.
    """
    end = None if timeout_ms is None else perf_counter() + timeout_ms / 1000 + GRACE
    running = list(processes)
    undecided: dict[str, SolverAnswer] = {}
    try:
        while running:
            ready = _ready(running, None if end is None else max(0.0, end - perf_counter()))
            if not ready:
                return Unknown("timeout"), running[0].name
            for process in ready:
                running.remove(process)
                answer = process.answer()
                if isinstance(answer, Sat | Unsat):
                    return answer, process.name
                undecided[process.name] = answer
    finally:
        for process in running:
            process.kill()
    return _of_undecided(undecided, [process.name for process in processes])


def _ready(processes: Sequence[SolverProcess], seconds: float | None) -> list[SolverProcess]:
    poll = select.poll()  # which has no limit on the numbers of descriptors
    for process in processes:
        poll.register(process.fileno(), select.POLLIN)
    found = {descriptor for descriptor, _ in poll.poll(None if seconds is None else 1 + int(1000 * seconds))}
    return [process for process in processes if process.fileno() in found]


def _of_undecided(answers: dict[str, SolverAnswer], names: Sequence[str]) -> tuple[SolverAnswer, str]:
    """The end of the time before other reasons, and reasons before errors; then the order of the solvers."""
    ranks = [answers[name] != Unknown("timeout") for name in names]
    ordered = sorted(zip(ranks, [isinstance(answers[name], Error) for name in names], range(len(names)), strict=True))
    name = names[ordered[0][2]]
    return answers[name], name


class ProcessSolver:
    """Implements `cudabmc.solver.Solver` by a solver in a process of its own."""

    def __init__(self, name: str) -> None:
        self.statistics = SolverStatistics()
        self._process = SolverProcess(name)

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        """See the protocol."""
        terms = symbolic(assertions)
        if terms is None:
            return Unsat()
        if not terms:
            return Sat()
        start = perf_counter()
        answer: SolverAnswer
        try:
            self._process.ask(terms, timeout_ms)
            answer, _ = first_decision([self._process], timeout_ms)
        except KeyboardInterrupt:
            self._process.kill()
            answer = Unknown("interrupted")
        except BaseException:
            self._process.kill()
            raise
        self.statistics.load_seconds = max(self.statistics.load_seconds, self._process.load_seconds)
        self.statistics.count(answer, perf_counter() - start, self._process.name)
        return answer

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
