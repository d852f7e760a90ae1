"""The default solver, and the only file that imports z3; not before the first query that needs it."""

from threading import current_thread, main_thread
from time import perf_counter
from typing import Any

from cudabmc.solver.content import Content, Contents
from cudabmc.solver.levels import Levels
from cudabmc.solver.protocol import Answer, Model, Sat, Unknown, Unsat
from cudabmc.solver.session import SessionSolver, SolverError, variables_of
from cudabmc.solver.z3_dialect import Z3Dialect
from cudabmc.solver.z3_model import Z3Model
from cudabmc.terms import Term

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


class Z3Solver(SessionSolver):
    """Implements `cudabmc.solver.Solver` with z3 in this process; `statistics` says what it cost."""

    def __init__(self) -> None:
        super().__init__("z3", _Session)


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

    def check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        try:
            return self._check(query, terms, timeout_ms)
        except self._z3.Z3Exception as error:
            raise SolverError(str(error)) from None

    def _check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> Answer:
        start = perf_counter()
        content = self._contents.of(*terms)
        if Content.ROUNDING not in content:
            stack = self._stacks[Content.FLOATS in content]
            stack.levels.replace(query)
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
        expression = self._z3.z3._to_expr_ref
        return {
            variable: reader.value(variable, expression(self._dialect.ast(variable), self._context))
            for variable in variables_of(terms)
        }


class _Stack:
    """An incremental solver and what it holds."""

    def __init__(self, session: _Session, solver: Any) -> None:
        self.solver = solver
        self.levels = Levels(self)
        self._session = session

    def push(self) -> None:
        self.solver.push()

    def pop(self, levels: int) -> None:
        self.solver.pop(levels)

    def add(self, term: Term) -> None:
        self._session.assert_term(self.solver, term)


def _reason(text: str) -> str:
    if text in ("timeout", "canceled"):
        return "timeout"
    return "interrupted" if "interrupted" in text else text
