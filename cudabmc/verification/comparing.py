"""Two kernels that are compared, with inputs that are known: a few pseudo-random ones tell most kernels apart that
differ, in no time, before anything is asked of all inputs."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from cudabmc import terms
from cudabmc.counterexample.confirm import met_with
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.entry import MakeMachine
from cudabmc.result import Violation
from cudabmc.state.value import Value
from cudabmc.terms import Term
from cudabmc.verification.tried_inputs import ROUNDS, model_of

SAMPLES = 200
"""So many inputs are made up until some fit what the user has said of them."""

SHRINK_SECONDS = 3.0
"""How long inputs are set to zero that do not matter."""


@dataclass(frozen=True, slots=True)
class KnownViolation:
    """A violation, and the machine of the run that has met it."""

    machine: Machine
    violation: Violation

    @property
    def key(self) -> tuple[object, ...]:
        """As that of its condition."""
        return _key(self.violation)


def violation_of_known(make_machine: MakeMachine) -> KnownViolation | None:
    """A violation with inputs that are tried, of which few are not zero. None if there is none, or no input."""
    symbolic, start = make_machine()
    alive = start().alive
    inputs = [value for _, value in symbolic.inputs.used.values() if isinstance(value, Term)]
    if not inputs:
        return None
    for number in range(ROUNDS):
        given = _sample(inputs, alive, number)
        if given is None:
            continue
        _, violation = met_with(make_machine, given, told=False)
        if violation is not None:
            return _told(make_machine, given, violation)
    return None


def _sample(inputs: Sequence[Term], alive: Value, number: int) -> dict[str, Value] | None:
    """Values for the inputs that fit what is known of them."""
    for attempt in range(SAMPLES):
        model = model_of(inputs, number, attempt)
        if alive is True or (isinstance(alive, Term) and terms.evaluate(alive, model) is True):
            return {str(variable.params[0]): value for variable, value in model.items()}
    return None


def _told(make_machine: MakeMachine, given: Mapping[str, Value], found: Violation) -> KnownViolation | None:
    """The violation with as many inputs at zero as there is time for (Zeller and Hildebrandt, Simplifying and
    Isolating Failure-Inducing Input, 2002)."""
    end, key = perf_counter() + SHRINK_SECONDS, _key(found)
    left = dict(given)
    size = max(1, len(left) // 2)
    while perf_counter() < end:
        names = list(left)
        for at in range(0, len(names), size):
            fewer = {name: value for name, value in left.items() if name not in names[at : at + size]}
            _, violation = met_with(make_machine, fewer, told=False)
            if violation is not None and _key(violation) == key:
                left = fewer
            if perf_counter() >= end:
                break
        if size == 1 and len(left) == len(names):
            break
        size = max(1, size // 2)
    machine, violation = met_with(make_machine, left, told=True)
    return None if violation is None else KnownViolation(machine, violation)


def _key(violation: Violation) -> tuple[object, ...]:
    places = sorted((p.loc.file, p.loc.line, p.loc.column) for p in violation.places[:1])
    return (violation.prop, *places)
