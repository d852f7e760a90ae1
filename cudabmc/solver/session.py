"""What every solver does around its queries: constants, counting, errors, a session that is made when needed."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Protocol

from cudabmc.solver.protocol import Error, Sat, SolverAnswer, SolverStatistics, Unknown, Unsat, symbolic
from cudabmc.terms import Term, TermValue, free_vars, var_constraints

REMAINDER_OF_DOUBLES = "{} takes no remainder of doubles"
"""A division of numbers of up to 2100 bits: as clauses a gigabyte and half a minute, which no limit on time ends."""


class SolverError(Exception):
    """The solver failed on a query; the message says how."""


class RefusedError(Exception):
    """The query has something that this solver does not take; the message says what. The session can continue."""


class Session(Protocol):
    """A solver with what it keeps from query to query."""

    def check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        """Whether the assertions of `query` hold together: the declared bounds of the variables, then `terms`.

        Raises SolverError when the solver fails, RefusedError for what it does not take. After any other exception
        than RefusedError the session is not used again.
        """
        ...


class SessionSolver:
    """Implements `cudabmc.solver.Solver` by a session; `statistics` says what the queries cost."""

    def __init__(self, name: str, start: Callable[[], Session]) -> None:
        self.statistics = SolverStatistics()
        self.name = name
        self._start = start
        self._session: Session | None = None

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        """See the protocol. Queries that share a prefix of assertions with the one before are cheaper."""
        terms = symbolic(assertions)
        if terms is None:
            return Unsat()
        if not terms:
            return Sat()
        start = perf_counter()
        answer = self._ask(terms, timeout_ms)
        self.statistics.count(answer, perf_counter() - start, self.name)
        return answer

    def close(self) -> None:
        """Nothing of it runs beside this process."""

    def _ask(self, terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        bounds = dict.fromkeys(bound for term in terms for bound in var_constraints(term))
        session, self._session = self._session, None  # it may be left half built
        try:
            session = session or self._started()
            answer: SolverAnswer = session.check((*bounds, *terms), terms, timeout_ms)
        except KeyboardInterrupt:
            return Unknown("interrupted")
        except RefusedError as error:
            answer = Unknown(str(error))
        except SolverError as error:
            return Error(str(error))
        self._session = session
        return answer

    def _started(self) -> Session:
        start = perf_counter()
        session = self._start()
        self.statistics.load_seconds += perf_counter() - start
        return session


def variables_of(terms: tuple[Term, ...]) -> list[Term]:
    """The variables that a model of the terms has to cover."""
    return sorted(frozenset[Term]().union(*map(free_vars, terms)), key=lambda term: term.id)
