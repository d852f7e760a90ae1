"""A solver for tests: answers by a script."""

from collections.abc import Iterable, Sequence

from cudabmc.solver.protocol import Sat, SolverAnswer, Unsat, symbolic
from cudabmc.terms import Term, TermValue


class FakeSolver:
    """Gives the scripted answers in turn and records what was asked.

    `queries` holds the symbolic assertions of each query. Constant queries are answered as every solver does and use
    no answer of the script. An AssertionError says that the script is too short.
    """

    def __init__(self, answers: Iterable[SolverAnswer] = ()) -> None:
        self._answers = list(answers)
        self.queries: list[tuple[Term, ...]] = []

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        """The next scripted answer."""
        terms = symbolic(assertions)
        if terms is None:
            return Unsat()
        if not terms:
            return Sat()
        assert len(self.queries) < len(self._answers), "the script of the fake solver has no answer left"
        self.queries.append(terms)
        return self._answers[len(self.queries) - 1]
