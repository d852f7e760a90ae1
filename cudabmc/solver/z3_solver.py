"""The default solver: z3, which is loaded at the first query that needs it."""

from time import perf_counter

from cudabmc.process.long_calls import interrupted_by
from cudabmc.solver.content import Content, TermContents
from cudabmc.solver.levels import Levels
from cudabmc.solver.protocol import Sat, SolverAnswer, Unknown, Unsat
from cudabmc.solver.session import SessionSolver, SolverError, variables_of
from cudabmc.solver.z3_dialect import Z3Dialect
from cudabmc.solver.z3_library import Library, Z3Context, Z3Error
from cudabmc.solver.z3_model import Z3Model
from cudabmc.terms import SolverModel, Term

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
# Z3_lbool of z3's C interface
_SAT, _UNSAT = 1, -1


class Z3Solver(SessionSolver):
    """Implements `cudabmc.solver.Solver` with z3 in this process; `statistics` says what it cost."""

    def __init__(self) -> None:
        super().__init__("z3", _Session)


class _Session:
    """One z3 context with its translations, and two incremental solvers: with and without floats."""

    def __init__(self) -> None:
        self._library = Library()
        self._owner = Z3Context(self._library)
        self._context = self._owner.pointer
        self._dialect = Z3Dialect(self._library, self._owner)
        self._contents = TermContents()
        self._symbols: dict[str, int] = {}
        self._stacks = {floats: self._stack(floats=floats) for floats in (False, True)}

    def check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        try:
            return self._check(query, terms, timeout_ms)
        except Z3Error as error:
            raise SolverError(str(error)) from None

    def _check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        start = perf_counter()
        content = self._contents.of(*terms)
        if Content.ROUNDING not in content:
            floats = Content.FLOATS in content
            stack = self._stacks[floats]
            stack.levels.replace(query)
            first = _INCREMENTAL_MS if timeout_ms is None else min(timeout_ms, _INCREMENTAL_MS)
            answer = self._run(stack.solver, terms, first)
            if isinstance(answer, Unknown):  # in a later query it may neither end, nor heed a limit or a signal
                self._library.solver_dec_ref(self._context, stack.solver)
                self._stacks[floats] = self._stack(floats=floats)
            if answer != Unknown("timeout") or first == timeout_ms:
                return answer
        rest = None if timeout_ms is None else max(1, timeout_ms - int(1000 * (perf_counter() - start)))
        solver = self._alone(query, content)
        try:
            return self._run(solver, terms, rest)
        finally:
            self._library.solver_dec_ref(self._context, solver)

    def _stack(self, *, floats: bool) -> "_Stack":
        simple = self._library.mk_simple_solver
        return _Stack(self, self._kept(simple(self._context)) if floats else self._solver_for("QF_AUFBV"))

    def _alone(self, query: tuple[Term, ...], content: Content) -> int:
        """A solver that holds the query and knows that it is asked once."""
        if Content.FLOATS not in content:
            solver = self._solver_for("QF_AUFBV")
        elif Content.ARRAYS in content:
            solver = self._solver_for("QF_FPBV")
        else:
            solver = self._kept(self._library.mk_solver_from_tactic(self._context, self._float_tactic()))
        for term in query:
            self.assert_term(solver, term)
        return solver

    def _solver_for(self, logic: str) -> int:
        return self._kept(self._library.mk_solver_for_logic(self._context, self._symbol(logic)))

    def _float_tactic(self) -> int:
        library, context = self._library, self._context
        whole = 0
        for name in reversed(_FLOAT_TACTICS):
            tactic = library.mk_tactic(context, name.encode())
            self._owner.raise_error()
            library.tactic_inc_ref(context, tactic)
            if whole:
                tactic = library.tactic_and_then(context, tactic, whole)
                library.tactic_inc_ref(context, tactic)
            whole = tactic
        return whole

    def _kept(self, solver: int | None) -> int:
        self._owner.raise_error()
        assert solver
        self._library.solver_inc_ref(self._context, solver)
        return solver

    def _symbol(self, name: str) -> int:
        if name not in self._symbols:
            self._symbols[name] = self._library.mk_string_symbol(self._context, name.encode())
        return self._symbols[name]

    def assert_term(self, solver: int, term: Term) -> None:
        """Adds a term to what a solver of this session holds. Raises Z3Error."""
        asserted = self._dialect.ast(term)
        try:
            interrupted_by(self._interrupt)  # z3 simplifies what it is told, which may take for ever
            self._library.solver_assert(self._context, solver, asserted)
        finally:
            interrupted_by(None)

    def _interrupt(self) -> None:
        """Make z3 give up. Nothing can be done with this session any more."""
        self._library.interrupt(self._context)

    def push(self, solver: int) -> None:
        self._library.solver_push(self._context, solver)

    def pop(self, solver: int, levels: int) -> None:
        self._library.solver_pop(self._context, solver, levels)

    def _run(self, solver: int, terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        library, context = self._library, self._context
        self._limit(solver, _FOREVER if timeout_ms is None else timeout_ms)
        self._owner.raise_error()
        try:
            interrupted_by(self._interrupt)
            result = library.solver_check(context, solver)
        finally:
            interrupted_by(None)
        self._owner.raise_error()
        if result == _SAT:
            return Sat(self._model(library.solver_get_model(context, solver), terms))
        if result == _UNSAT:
            return Unsat()
        return Unknown(_reason(library.solver_get_reason_unknown(context, solver).decode(errors="replace")))

    def _limit(self, solver: int, timeout_ms: int) -> None:
        library, context = self._library, self._context
        parameters = library.mk_params(context)
        library.params_inc_ref(context, parameters)
        library.params_set_uint(context, parameters, self._symbol("timeout"), timeout_ms)
        library.params_set_bool(context, parameters, self._symbol("ctrl_c"), False)  # it would lose some signals
        library.solver_set_params(context, solver, parameters)
        library.params_dec_ref(context, parameters)

    def _model(self, model: int | None, terms: tuple[Term, ...]) -> SolverModel:
        self._owner.raise_error()
        assert model
        reader = Z3Model(self._library, self._context, model)
        try:
            values = {variable: reader.value(variable, self._dialect.ast(variable)) for variable in variables_of(terms)}
        finally:
            reader.close()
        self._owner.raise_error()
        return values


class _Stack:
    """An incremental solver and what it holds."""

    def __init__(self, session: _Session, solver: int) -> None:
        self.solver = solver
        self.levels = Levels(self)
        self._session = session

    def push(self) -> None:
        self._session.push(self.solver)

    def pop(self, levels: int) -> None:
        self._session.pop(self.solver, levels)

    def add(self, term: Term) -> None:
        self._session.assert_term(self.solver, term)


def _reason(text: str) -> str:
    if text in ("timeout", "canceled"):
        return "timeout"
    return "interrupted" if "interrupted" in text else text
