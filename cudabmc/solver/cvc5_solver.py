"""cvc5 behind the protocol, and the only file that imports it; not before the first query that needs it.

While it works no other thread of Python gets on, and no interrupt arrives.
"""

from typing import Any

from cudabmc.goto.meaning.float_format import float_of
from cudabmc.solver.array_values import array_value
from cudabmc.solver.cvc5_dialect import Cvc5Dialect
from cudabmc.solver.levels import Levels
from cudabmc.solver.protocol import Sat, SolverAnswer, Unknown, Unsat
from cudabmc.solver.session import SessionSolver, SolverError, variables_of
from cudabmc.terms import ArraySort, BoolSort, FPSort, ModelValue, SolverModel, Term

# Constant arrays and 16-bit floats count as experimental.
_OPTIONS = {"produce-models": "true", "incremental": "true", "arrays-exp": "true", "fp-exp": "true"}


class Cvc5Solver(SessionSolver):
    """Implements `cudabmc.solver.Solver` with cvc5 in this process; `statistics` says what it cost."""

    def __init__(self) -> None:
        super().__init__("cvc5", _Session)


class _Session:
    """One term manager with its translations, and one incremental solver."""

    def __init__(self) -> None:
        import cvc5

        manager = cvc5.TermManager()
        self._solver = cvc5.Solver(manager)
        self._solver.setLogic("QF_ABVFP")
        for name, value in _OPTIONS.items():
            self._solver.setOption(name, value)
        self._dialect = Cvc5Dialect(cvc5, manager)
        self._levels = Levels(self)
        self._values = _Values(cvc5, self._solver)
        self._timeout = cvc5.UnknownExplanation.TIMEOUT

    def check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        try:
            for term in query:
                self._dialect.expression(term)  # before the levels change: this is what may be refused
            self._levels.replace(query)
            self._solver.setOption("tlimit-per", str(timeout_ms or 0))
            result = self._solver.checkSat()
            if result.isSat():
                return Sat(self._model(terms))
        except RuntimeError as error:
            raise SolverError(str(error)) from None
        if result.isUnsat():
            return Unsat()
        why = result.getUnknownExplanation()
        return Unknown("timeout" if why == self._timeout else f"cvc5 says {why.name.lower().replace('_', ' ')}")

    def push(self) -> None:
        self._solver.push(1)

    def pop(self, levels: int) -> None:
        self._solver.pop(levels)

    def add(self, term: Term) -> None:
        expression = self._dialect.expression(term)
        for definition in self._dialect.bits_of_floats.needed(term):
            self._solver.assertFormula(definition)
        self._solver.assertFormula(expression)

    def _model(self, terms: tuple[Term, ...]) -> SolverModel:
        return {var: self._values.of(var, self._dialect.expression(var)) for var in variables_of(terms)}


class _Values:
    """Reads the values of variables; cvc5's own objects have no static types."""

    def __init__(self, cvc5: Any, solver: Any) -> None:
        self._store = cvc5.Kind.STORE
        self._solver = solver

    def of(self, variable: Term, expression: Any) -> ModelValue:
        """What a variable, which is `expression` in cvc5, is in the model; anything if the model leaves it open."""
        sort, value = variable.sort, self._solver.getValue(expression)
        if isinstance(sort, BoolSort):
            return bool(value.getBooleanValue())
        if isinstance(sort, FPSort):
            return float_of(_int(value.getFloatingPointValue()[2]), sort.width)
        if isinstance(sort, ArraySort):
            return array_value(value, self._as_store, lambda constant: constant.getConstArrayBase(), _int)
        return _int(value)

    def _as_store(self, value: Any) -> tuple[Any, Any, Any] | None:
        return (value[0], value[1], value[2]) if value.getKind() == self._store else None


def _int(value: Any) -> int:
    return int(value.getBitVectorValue(16), 16)
