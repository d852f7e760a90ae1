"""The default solver, and the only file that imports z3; not before the first query that needs it."""

from collections.abc import Sequence
from threading import current_thread, main_thread
from time import perf_counter
from typing import Any

from cudabmc.solver.content import Content, Contents
from cudabmc.solver.protocol import Answer, Error, Model, Sat, SolverStatistics, Unknown, Unsat, symbolic
from cudabmc.solver.z3_dialect import Z3Dialect
from cudabmc.solver.z3_model import Z3Model
from cudabmc.terms import Term, Value, free_vars, var_constraints

# What the incremental core gets before a query goes, on its own, to the tactics of z3: those take longer to start, but
# decide hard arithmetic faster because they work on the whole query at once. Float arithmetic goes there directly
# (0.1 to 0.3 s against 1 to more than 8 s in the core for sums, products and square roots).
_INCREMENTAL_MS = 500

# For floats without arrays: to bits, to gates, to clauses.
_FLOAT_TACTICS = (
    "simplify",
    "propagate-values",
    "fpa2bv",
    "ackermannize_bv",  # conversions to integers leave functions for what is out of range
    "simplify",
    "solve-eqs",
    "max-bv-sharing",
    "bit-blast",
    "aig",
    "sat",
)
# No timeout, in z3's words.
_FOREVER = 4294967295


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
        # The cycle collector may run in any thread, and drop what belongs to this context.
        z3.z3core.Z3_enable_concurrent_dec_ref(self._context.ref())
        self._dialect = Z3Dialect(z3.z3core, self._context.ref())
        self._contents = Contents()
        self._stacks = {
            False: _Stack(self, z3.SolverFor("QF_AUFBV", ctx=self._context)),
            True: _Stack(self, z3.SimpleSolver(ctx=self._context)),
        }

    def check(self, terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        start = perf_counter()
        bounds = dict.fromkeys(bound for term in terms for bound in var_constraints(term))
        query = (*bounds, *terms)
        content = self._contents.of(*terms)
        if Content.ROUNDING not in content:
            stack = self._stacks[Content.FLOATS in content]
            stack.replace(query)
            first = _INCREMENTAL_MS if timeout_ms is None else min(timeout_ms, _INCREMENTAL_MS)
            answer = self._run(stack.solver, terms, first)
            if answer != Unknown("timeout") or first == timeout_ms:
                return answer
        rest = None if timeout_ms is None else max(1, timeout_ms - int(1000 * (perf_counter() - start)))
        return self._run(self._alone(query, content), terms, rest)

    def _alone(self, query: tuple[Term, ...], content: Content) -> Any:
        """A solver that holds the query and knows that it is asked once."""
        z3, context = self._z3, self._context
        if Content.FLOATS not in content:
            solver = z3.SolverFor("QF_AUFBV", ctx=context)
        elif Content.ARRAYS in content:
            solver = z3.SolverFor("QF_FPBV", ctx=context)
        else:
            solver = z3.Then(*[z3.Tactic(name, ctx=context) for name in _FLOAT_TACTICS]).solver()
        for term in query:
            self.assert_term(solver, term)
        return solver

    def assert_term(self, solver: Any, term: Term) -> None:
        self._z3.z3core.Z3_solver_assert(self._context.ref(), solver.solver, self._dialect.ast(term))

    def _run(self, solver: Any, terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        solver.set("timeout", _FOREVER if timeout_ms is None else timeout_ms)
        solver.set("ctrl_c", current_thread() is main_thread())  # z3 takes the signal of the whole process
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
