"""How the program ends where that is not with exit status 0: told in the report, with inputs that lead there."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import perf_counter

from cudabmc import terms
from cudabmc.errors import ResourceError
from cudabmc.explore.oracle import SolverOracle
from cudabmc.interpreter.core import Machine
from cudabmc.machine.entry import MakeMachine
from cudabmc.result import ProgramEnd
from cudabmc.state.console import console_text
from cudabmc.state.known import is_not_computed
from cudabmc.state.state import State
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition
from cudabmc.terms import SolverModel

PATIENCE = 2.0
"""Seconds for all questions of a run about its end, and for a replay that may well not show it."""

MOST = 3
"""So many ends are told."""

MOST_ALIKE = 8
"""So many executions that end at one place are kept, of those that depend on inputs."""

ProgramEndCondition = tuple[Condition, Value]
"""Where and under which condition the program ends, and its status."""


class ProgramEnds:
    """Collects the ends of the executions of a run, and finds out at last which of them there are."""

    def __init__(self, oracle: SolverOracle, make_machine: MakeMachine) -> None:
        self.oracle = oracle
        self.make_machine = make_machine
        self._begun = perf_counter()
        self._met: dict[object, list[ProgramEndCondition]] = {}

    def forget(self) -> None:
        """A pass begins that knows more decisions: it meets the ends again."""
        self._met.clear()

    def add(self, ends: Iterable[ProgramEndCondition]) -> None:
        """Take in what an execution has met."""
        for end in ends:
            alike = self._met.setdefault(end[0].key, [])
            if end[0].formula is True:
                alike[:] = alike if alike and alike[0][0].formula is True else [end]
            elif len(alike) < MOST_ALIKE and all(end[0].formula is not other[0].formula for other in alike):
                alike.append(end)

    def told(self, *, cut: bool) -> tuple[ProgramEnd, ...]:
        """The ends that there are. Of a run that was `cut` short only what is certain is looked at."""
        found: list[ProgramEnd] = []
        start = perf_counter()
        for alike in self._met.values():
            if alike[0][0].formula is True:
                found.append(_certain(alike[0]))
        left = [end for alike in self._met.values() for end in alike if end[0].formula is not True]
        while left and not cut and len(found) < MOST:
            patience = PATIENCE - (perf_counter() - start)
            model = self._model(left, patience)
            if model is None:
                break
            end = next(end for end in left if terms.evaluate(end[0].formula, model) is True)
            from cudabmc.counterexample.smallest_inputs import smallest_inputs

            small = smallest_inputs(end[0].formula, model, lambda formula: None, patience)
            found.append(self._confirmed(end, small, self._patience_with(end, small)))
            left = [other for other in left if other[0].key != end[0].key]
        return tuple(found[:MOST])

    def _model(self, ends: list[ProgramEndCondition], patience: float) -> SolverModel | None:
        if patience <= 0:
            return None
        return self.oracle.model_of(terms.lor(*(condition.formula for condition, _ in ends)), int(1000 * patience))

    def _patience_with(self, end: ProgramEndCondition, model: SolverModel) -> float:
        """Seconds for its replay: as many as the run has taken, since it may end late. A result that no model computes
        decides it otherwise in most replays, and they run on to the end of the program."""
        by_approximation = any(map(is_not_computed, terms.support(end[0].formula, model)))
        return PATIENCE if by_approximation else PATIENCE + perf_counter() - self._begun

    def _confirmed(self, end: ProgramEndCondition, model: SolverModel, patience: float) -> ProgramEnd:
        from cudabmc.counterexample.confirm import UnconfirmedError, confirm

        until = perf_counter() + patience

        def look() -> None:
            if perf_counter() > until:
                raise ResourceError("a replay has taken longer than an end of the program is worth")

        def make_machine() -> tuple[Machine, Callable[[], State]]:
            machine, start = self.make_machine()
            machine.in_long_run = look
            return machine, start

        condition, status = end
        number = int(terms.evaluate(status, model))
        with suppress(UnconfirmedError, ResourceError):
            shown = confirm(make_machine, condition, model)
            return ProgramEnd(number, shown.message, shown.places[0].loc, shown.inputs, shown.output, idle=shown.idle)
        return ProgramEnd(number, condition.text, condition.places[0].loc, confirmed=False)


def _certain(end: ProgramEndCondition) -> ProgramEnd:
    """An end that depends on no input: the run itself has shown it."""
    condition, status = end
    assert isinstance(status, int)
    return ProgramEnd(status, condition.text, condition.places[0].loc, output=console_text(condition.console))
