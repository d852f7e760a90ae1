"""The default solver, and the only file that imports z3; not before the first query that needs it."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from cudabmc.solver.protocol import Answer, Error, Model, Sat, SolverStatistics, Unknown, Unsat, symbolic
from cudabmc.solver.z3_dialect import Z3Dialect
from cudabmc.solver.z3_model import Z3Model
from cudabmc.terms import FPSort, Term, Value, free_vars, var_constraints

# What the incremental core gets, without and with floats, before the query goes, on its own, to the tactics of z3:
# those take longer to start, but decide hard arithmetic faster because they work on the whole query at once.
_INCREMENTAL_MS = {False: 500, True: 200}


class Z3Solver:
    """Implements `cudabmc.solver.Solver` with z3 in this process; `statistics` says what it cost."""

    def __init__(self) -> None:
        self.statistics = SolverStatistics()
        self._session: _Session | None = None

    def check(self, assertions: Sequence[Value], timeout_ms: int | None = None) -> Answer:
        """See the protocol. Queries that share a prefix of assertions with the one before are cheaper."""
        terms = symbolic(assertions)
        if terms is None:
            return Unsat()
        if not terms:
            return Sat()
        start = perf_counter()
        answer = self._ask(terms, timeout_ms)
        self.statistics.count(answer, perf_counter() - start)
        return answer

    def _ask(self, terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        from z3 import Z3Exception

        try:
            if self._session is None:
                self._session = _Session()
            return self._session.check(terms, timeout_ms)
        except KeyboardInterrupt:
            self._session = None  # its stack may be half built
            return Unknown("interrupted")
        except Z3Exception as error:
            self._session = None
            return Error(str(error))


class _Session:
    """One z3 context with its translations, and two incremental solvers: with and without floats."""

    def __init__(self) -> None:
        import z3

        self._z3 = z3
        self._context = z3.Context()
        self._dialect = Z3Dialect(z3.z3core, self._context.ref())
        self._floats: dict[Term, bool] = {}
        self._stacks = {
            False: _Stack(self, z3.SolverFor("QF_AUFBV", ctx=self._context)),
            True: _Stack(self, z3.SimpleSolver(ctx=self._context)),
        }

    def check(self, terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        start = perf_counter()
        bounds = dict.fromkeys(bound for term in terms for bound in var_constraints(term))
        query = (*bounds, *terms)
        floats = any([self._has_floats(term) for term in terms])
        stack = self._stacks[floats]
        stack.replace(query)
        first = _INCREMENTAL_MS[floats] if timeout_ms is None else min(timeout_ms, _INCREMENTAL_MS[floats])
        answer = self._run(stack.solver, terms, first)
        if answer == Unknown("timeout") and first != timeout_ms:
            rest = None if timeout_ms is None else max(1, timeout_ms - int(1000 * (perf_counter() - start)))
            answer = self._run(self._alone(query, floats), terms, rest)
        return answer

    def _alone(self, query: tuple[Term, ...], floats: bool) -> Any:
        """A solver that knows it is asked once."""
        logic = "QF_FPBV" if floats else "QF_AUFBV"
        solver = self._z3.SolverFor(logic, ctx=self._context)
        for term in query:
            self.assert_term(solver, term)
        return solver

    def assert_term(self, solver: Any, term: Term) -> None:
        self._z3.z3core.Z3_solver_assert(self._context.ref(), solver.solver, self._dialect.ast(term))

    def _run(self, solver: Any, terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        solver.set("timeout", 4294967295 if timeout_ms is None else timeout_ms)
        result = solver.check()
        if result == self._z3.sat:
            return Sat(self._model(solver.model(), terms))
        if result == self._z3.unsat:
            return Unsat()
        return Unknown(_reason(solver.reason_unknown()))

    def _model(self, model: Any, terms: tuple[Term, ...]) -> Model:
        reader = Z3Model(self._z3, model)
        variables = frozenset[Term]().union(*map(free_vars, terms))
        expression = self._z3.z3._to_expr_ref
        return {
            variable: reader.value(variable, expression(self._dialect.ast(variable), self._context))
            for variable in sorted(variables, key=lambda term: term.id)
        }

    def _has_floats(self, root: Term) -> bool:
        """Whether a float occurs in a term; decides which solver is asked."""
        known = self._floats
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [arg for arg in term.args if arg not in known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            known[term] = type(term.sort) is FPSort or any([known[arg] for arg in term.args])
        return known[root]


class _Stack:
    """An incremental solver that holds one query, an assertion a level."""

    def __init__(self, session: _Session, solver: Any) -> None:
        self.solver = solver
        self._session = session
        self._terms: list[Term] = []

    def replace(self, query: tuple[Term, ...]) -> None:
        """Makes the solver hold this query, keeping what it shares with the one before from the start.

        A level a query with push and pop costs a quarter of assumption literals: those leave all earlier queries in
        the solver (0.6 against 2.4 ms for a small query).
        """
        shared = 0
        for old, new in zip(self._terms, query, strict=False):
            if old is not new:
                break
            shared += 1
        if shared < len(self._terms):
            self.solver.pop(len(self._terms) - shared)
            del self._terms[shared:]
        for term in query[shared:]:
            self.solver.push()
            self._terms.append(term)
            self._session.assert_term(self.solver, term)


def _reason(text: str) -> str:
    if text in ("timeout", "canceled"):
        return "timeout"
    return "interrupted" if "interrupted" in text else text
