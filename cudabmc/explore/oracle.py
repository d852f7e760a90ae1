"""Questions to the solver during a run, answered once each."""

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.explore.independent import independent_parts
from cudabmc.goto.types import I64, IntType, Type
from cudabmc.process.limits import remaining
from cudabmc.solver.choose import make_solver
from cudabmc.solver.protocol import Error, MeasuredSolver, Sat, SolverAnswer, SolverStatistics, Unknown, Unsat
from cudabmc.solver.smtlib import to_smtlib, with_status
from cudabmc.state.value import Value
from cudabmc.terms import ModelValue, SolverModel, Term

if TYPE_CHECKING:
    from cudabmc.solver.tried_values import TriedValues

FEASIBILITY_MS = 2000
"""How long the solver may think about whether a path can be taken: if it cannot say, it is taken."""

MANY_PARTS = 8
"""So many parts of a query that share no input are asked for one by one."""

MOST_WITNESSES = 5
"""How many answers of the solver are tried on the next question."""

_INTERRUPTED = Unknown("interrupted")
_STATUS: dict[type, str] = {Sat: "sat", Unsat: "unsat"}


class SolverOracle:
    """Implements the machine's `Oracle`; the solver is made when first needed."""

    def __init__(self, timeout_seconds: float | None = None, solver: str = "z3") -> None:
        self.solver = solver
        self._solver: MeasuredSolver | None = None
        self._timeout = None if timeout_seconds is None else int(1000 * timeout_seconds)
        self._known: dict[Value, bool] = {}
        self._tried: TriedValues | None = None
        self._witnesses: list[SolverModel] = [{}]
        self.queries = 0
        self.seconds = 0.0
        self.since: float | None = None  # when the solver began with the query that it works on
        self.gave_up: list[str] = []
        self.asked: list[str] | None = None  # the queries as SMT-LIB 2 with their answers, if wanted

    @property
    def costs(self) -> SolverStatistics:
        """What the solver counted."""
        return SolverStatistics() if self._solver is None else self._solver.statistics

    def close(self) -> None:
        """End what the solver has running beside this process."""
        if self._solver is not None:
            self._solver.close()

    def check(self, *assertions: Value, patience: int | None = None) -> SolverAnswer:
        """Ask whether all assertions can hold together, for at most `patience` milliseconds.

        Raises KeyboardInterrupt if a signal ends the solver's work."""
        if any(a is False for a in assertions):
            return Unsat()
        if all(a is True for a in assertions):
            return Sat({})
        parts = independent_parts(assertions)
        if len(parts) >= MANY_PARTS:
            return self._check_apart(parts, patience)
        return self._ask(assertions, patience)

    def _check_apart(self, parts: list[list[Term]], patience: int | None) -> SolverAnswer:
        """Ask for parts that share no input. Most of many hold for inputs that are at hand: those that all paths on
        which a program goes on have left behind."""
        model: dict[Term, ModelValue] = {}
        open_yet: SolverAnswer | None = None
        end = None if patience is None else perf_counter() + patience / 1000
        for part in parts:
            left = None if end is None else max(1, int(1000 * (end - perf_counter())))
            answer = self._at_hand(part) or self._ask(part, left)
            if isinstance(answer, Unsat):
                return answer
            if isinstance(answer, Sat):
                model.update(answer.model)
            else:
                open_yet = answer
        return open_yet or Sat(model)

    def _at_hand(self, part: list[Term]) -> Sat | None:
        """Inputs at hand for which the part holds."""
        formula = terms.land(*part, *(bound for conjunct in part for bound in terms.var_constraints(conjunct)))
        for model in self._witnesses:
            if terms.evaluate(formula, model) is True:
                return Sat({variable: terms.evaluate(variable, model) for variable in terms.free_vars(formula)})
        return None

    def _ask(self, assertions: Sequence[Value], patience: int | None) -> SolverAnswer:
        """Ask the solver, unless inputs that are tried answer."""
        from cudabmc.solver.tried_values import TriedValues  # many runs ask nothing

        if self._solver is None:
            self._solver = make_solver(self.solver)
        self._tried = self._tried or TriedValues()
        self.queries += 1
        query = self._record(assertions)
        start = self.since = perf_counter()
        left = remaining()
        limits = [t for t in (self._timeout, patience, None if left is None else 1 + int(1000 * left)) if t is not None]
        open_yet = [a for a in assertions if isinstance(a, Term)]
        tried = self._tried.model(open_yet)
        answer = self._solver.check(open_yet, min(limits, default=None)) if tried is None else Sat(tried)
        self.seconds += perf_counter() - start
        self.since = None
        if self.asked is not None:
            self.asked[-1] = with_status(query, _STATUS.get(type(answer), "unknown"))
        if answer == _INTERRUPTED:
            raise KeyboardInterrupt  # a solver takes it for an answer; it means the run
        if isinstance(answer, Sat):
            self._witnesses[1:MOST_WITNESSES] = [answer.model, *self._witnesses[1 : MOST_WITNESSES - 1]]
        if isinstance(answer, Unknown):
            self.gave_up.append(answer.reason)
        elif isinstance(answer, Error):
            self.gave_up.append(answer.text)
        return answer

    def _record(self, query: Sequence[Value]) -> str:
        """Keep the query before it is asked: it may be the one that the solver does not survive."""
        if self.asked is None:
            return ""
        text = to_smtlib(query, [f"query {len(self.asked) + 1}"])
        self.asked.append(with_status(text, "unknown"))
        return text

    def feasible(self, formula: Value, patience: int = FEASIBILITY_MS) -> bool:
        """Can the formula hold? True if the solver cannot say: more is then explored, not less."""
        if isinstance(formula, bool):
            return formula
        known = self._known.get(formula)
        if known is None and self._has_witness(formula):
            known = self._known[formula] = True
        if known is None:
            gave_up = len(self.gave_up)
            known = self._known[formula] = not isinstance(self.check(formula, patience=patience), Unsat)
            del self.gave_up[gave_up:]
        return known

    def model_of(self, formula: Value, patience: int) -> SolverModel | None:
        """Inputs for which the formula holds: those at hand, or what the solver finds in time (see `attempt`)."""
        if formula is True:
            return {}
        if formula is False:
            return None
        if self._has_witness(formula):
            return next(model for model in self._witnesses if terms.evaluate(formula, model) is True)
        return self.attempt(formula, patience)

    def attempt(self, formula: Value, patience: int) -> SolverModel | None:
        """A model of the formula, or None if there is none or the solver does not find it in time. Nothing
        rests on the answer: that the solver gave up here says nothing about the run."""
        answer = self.ask_aside(formula, patience)
        return answer.model if isinstance(answer, Sat) else None

    def ask_aside(self, formula: Value, patience: int) -> SolverAnswer:
        """Can the formula hold? Nothing rests on the answer (see `attempt`)."""
        gave_up, asked = len(self.gave_up), self.asked
        self.asked = None
        try:
            return self.check(formula, patience=patience)
        finally:
            self.asked = asked
            del self.gave_up[gave_up:]

    def _has_witness(self, formula: Value) -> bool:
        """Does the formula hold for inputs that are at hand: all zero, or what the solver found before?"""
        for number, model in enumerate(self._witnesses):
            if terms.evaluate(formula, model) is True:
                if number > 1:
                    self._witnesses.insert(1, self._witnesses.pop(number))
                return True
        return False

    def value_of(self, value: Value, formula: Value, type: Type) -> int | None:
        """A value that `value` can have where `formula` holds; None if it cannot hold."""
        bits = type.width if isinstance(type, IntType) else I64.width
        answer = self.check(formula, terms.equal(value, terms.var("?value", IntType(bits)), IntType(bits)))
        if isinstance(answer, Sat):
            return int(terms.evaluate(value, answer.model))
        return None
