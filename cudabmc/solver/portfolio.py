"""Several solvers: easy queries go to z3 in this process, and for a hard one all that are installed race.

Which one wins decides how long it takes and which inputs a counterexample shows, not the answer.
"""

from collections.abc import Sequence
from time import perf_counter

from cudabmc.solver.large_queries import QuerySizes
from cudabmc.solver.process import SolverProcess, first_decision
from cudabmc.solver.protocol import Error, Sat, SolverAnswer, SolverStatistics, Unknown, Unsat, symbolic
from cudabmc.solver.session import SessionSolver
from cudabmc.terms import Term, TermValue

EASY_MS = 300
"""How long z3 has a query for itself. Starting the others takes a tenth of a second."""


class PortfolioSolver:
    """Implements `cudabmc.solver.Solver` by a solver in this process and a race of processes."""

    def __init__(self, first: SessionSolver, racing: Sequence[str]) -> None:
        self.statistics = SolverStatistics()
        self._first = first
        self._sizes = QuerySizes()
        self._racing = [SolverProcess(name) for name in racing]

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        """See the protocol."""
        terms = symbolic(assertions)
        if terms is None:
            return Unsat()
        if not terms:
            return Sat()
        start = perf_counter()
        patience = EASY_MS if timeout_ms is None else min(timeout_ms, EASY_MS)
        answer: SolverAnswer = Unknown("timeout")
        name = self._first.name
        if not self._sizes.is_large(terms):  # z3 would not look at the clock
            answer = self._first.check(terms, patience)
        rest = None if timeout_ms is None else timeout_ms - int(1000 * (perf_counter() - start))
        undecided = isinstance(answer, Error) or (isinstance(answer, Unknown) and answer.reason != "interrupted")
        if undecided and (rest is None or rest > 0):
            answer, name = self._race(terms, rest)
        loads = [self._first.statistics.load_seconds, *(process.load_seconds for process in self._racing)]
        self.statistics.load_seconds = max(loads)
        self.statistics.count(answer, perf_counter() - start, name)
        return answer

    def _race(self, terms: tuple[Term, ...], timeout_ms: int | None) -> tuple[SolverAnswer, str]:
        try:
            for process in self._racing:
                process.start()
            for process in self._racing:
                process.ask(terms, timeout_ms)
            return first_decision(self._racing, timeout_ms)
        except KeyboardInterrupt:
            self.close()
            return Unknown("interrupted"), ""
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends all processes."""
        for process in self._racing:
            process.kill()
