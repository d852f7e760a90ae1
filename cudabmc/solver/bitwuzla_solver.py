"""Bitwuzla behind the protocol, and the only file that imports it; not before the first query that needs it.

It decides bit vectors, floats and arrays by turning them into clauses, in this process. It calls back while it works,
which is when interrupts arrive and other threads get on.
"""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from cudabmc.goto.meaning.float_format import float_of
from cudabmc.solver.array_values import array_value
from cudabmc.solver.bitwuzla_dialect import BitwuzlaDialect
from cudabmc.solver.levels import Levels
from cudabmc.solver.protocol import Sat, SolverAnswer, Unknown, Unsat
from cudabmc.solver.session import SessionSolver, SolverError, variables_of
from cudabmc.terms import ArraySort, BoolSort, FPSort, ModelValue, SolverModel, Term


class BitwuzlaSolver(SessionSolver):
    """Implements `cudabmc.solver.Solver` with Bitwuzla in this process; `statistics` says what it cost."""

    def __init__(self) -> None:
        super().__init__("bitwuzla", _Session)


class _Session:
    """One term manager with its translations, and one incremental solver."""

    def __init__(self) -> None:
        import bitwuzla

        self._error = bitwuzla.BitwuzlaException
        self._sat, self._unsat = bitwuzla.Result.SAT, bitwuzla.Result.UNSAT
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        manager = bitwuzla.TermManager()
        self._solver = bitwuzla.Bitwuzla(manager, options)
        self._dialect = BitwuzlaDialect(bitwuzla, manager)
        self._levels = Levels(self)
        self._values = _Values(bitwuzla, self._solver)

    def check(self, query: tuple[Term, ...], terms: tuple[Term, ...], timeout_ms: int | None) -> SolverAnswer:
        watch = _Watch(None if timeout_ms is None else perf_counter() + timeout_ms / 1000)
        try:
            for term in query:
                self._dialect.expression(term)  # before the levels change: this is what may be refused
            self._levels.replace(query)
            self._solver.configure_terminator(watch.ask)
            result = self._solver.check_sat()
            if watch.raised is not None:
                raise watch.raised
            if result == self._sat:
                return Sat(self._model(terms))
        except self._error as error:
            raise SolverError(str(error)) from None
        if result == self._unsat:
            return Unsat()
        return Unknown("timeout" if watch.late else "Bitwuzla gives no reason")

    def push(self) -> None:
        self._solver.push(1)

    def pop(self, levels: int) -> None:
        self._solver.pop(levels)

    def add(self, term: Term) -> None:
        expression = self._dialect.expression(term)
        for definition in self._dialect.bits_of_floats.needed(term):
            self._solver.assert_formula(definition)
        self._solver.assert_formula(expression)

    def _model(self, terms: tuple[Term, ...]) -> SolverModel:
        return {var: self._values.of(var, self._dialect.expression(var)) for var in variables_of(terms)}


class _Watch:
    """Asked by Bitwuzla again and again whether to stop. What a signal or another thread raises here goes no further
    than to `raised`, because Bitwuzla prints an exception and works on."""

    def __init__(self, end: float | None) -> None:
        self._end = end
        self.late = False
        self.raised: BaseException | None = None
        answers = self._answers()
        next(answers)
        self.ask = answers.__next__

    def _answers(self) -> Iterator[bool]:
        """A generator, since it continues inside of its `try`: Python raises what has come from outside when it enters
        a function, too, where nothing is caught yet."""
        while True:
            try:
                while True:
                    yield self._is_over()
            except GeneratorExit:
                return
            except BaseException as error:
                self.raised = error

    def _is_over(self) -> bool:
        self.late = self._end is not None and perf_counter() > self._end
        return self.late or self.raised is not None


class _Values:
    """Reads the values of variables; Bitwuzla's own objects have no static types."""

    def __init__(self, bitwuzla: Any, solver: Any) -> None:
        self._store = bitwuzla.Kind.ARRAY_STORE
        self._solver = solver

    def of(self, variable: Term, expression: Any) -> ModelValue:
        """What a variable, which is `expression` in Bitwuzla, is in the model; anything if the model leaves it open."""
        sort, value = variable.sort, self._solver.get_value(expression)
        if isinstance(sort, BoolSort):
            return bool(value.value())
        if isinstance(sort, FPSort):
            return float_of(int(value.value(2, False), 2), sort.width)
        if isinstance(sort, ArraySort):
            return array_value(value, self._as_store, lambda constant: constant.children()[0], _int)
        return _int(value)

    def _as_store(self, value: Any) -> tuple[Any, Any, Any] | None:
        if value.kind() != self._store:
            return None
        array, index, element = value.children()
        return array, index, element


def _int(value: Any) -> int:
    return int(value.value(16), 16)
