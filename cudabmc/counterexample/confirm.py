"""Confirmation: run the program again with constants only, along the schedule of a violation.

What that run shows is the counterexample (decision 8 of the design).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter

from cudabmc import terms
from cudabmc.counterexample.copies import with_copies
from cudabmc.counterexample.fewest_switches import fewest_switches
from cudabmc.counterexample.trace import Recorder
from cudabmc.explore.engine import Explorer
from cudabmc.explore.history import given_inputs, schedule_of
from cudabmc.explore.replay import MOST as MOST_IN_HASTE
from cudabmc.explore.replay import HastyReplay, Replay
from cudabmc.goto.meaning.float_format import bits_of
from cudabmc.goto.types import PTR, FloatType
from cudabmc.interpreter.core import Machine
from cudabmc.machine.entry import MakeMachine
from cudabmc.order import conflicts
from cudabmc.order.race import Race
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.barrier_divergence import BARRIER_DIVERGENCE
from cudabmc.properties.bounds import BOUNDS
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.result import Input, Place, Step, ThreadId, Violation
from cudabmc.state.console import console_text
from cudabmc.state.execution import Execution
from cudabmc.state.known import is_not_computed
from cudabmc.state.show import show, show_scalar
from cudabmc.state.signals import PartIsOver
from cudabmc.state.unwritten import ASKS
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.state.vc import Condition
from cudabmc.terms import ModelValue, Term

_COLLECTIVE = (BARRIER_DIVERGENCE, DEADLOCK)
"""Properties of several threads, any of which may be the one that is named first."""


PATIENCE = 1.0
"""Seconds for the search for a violation with fewer context switches."""

SLOW = 0.5
"""No such search where one run takes more seconds than that."""


SHORT_SLICE = 32
"""Rounds of loops that a thread goes in a replay before others get on: few, since a reader has to follow them."""


class UnconfirmedError(AssertionError):
    """A violation that its replay does not show: a bug of cudabmc."""


def confirm(
    make_machine: MakeMachine, condition: Condition, model: Mapping[Term, ModelValue], *, whole: bool = False
) -> Violation:  # fmt: skip
    """Replay a violation and describe it, in the simplest run that was found to show it: with few context
    switches, then few steps. The replay knows those inputs alone that matter, unless it is to know the `whole` model,
    and takes the least value for the others. Raises UnconfirmedError if no replay shows it."""
    if not whole:
        needed = terms.support(condition.formula, model)
        model = {variable: value for variable, value in model.items() if variable in needed}
    given, schedule = given_inputs(condition, model), schedule_of(condition, model)
    start = perf_counter()
    violation = _replayed(make_machine, condition, given, schedule)
    seconds = perf_counter() - start
    switches = violation.context_switches
    if not switches or seconds > SLOW:
        return violation
    better = fewest_switches(make_machine, condition, given, switches, PATIENCE)
    if better is None:
        return violation
    with suppress(UnconfirmedError):
        simpler = _replayed(make_machine, condition, given, better)
        if simpler.context_switches < switches:
            return simpler
    return violation


def met_with(make_machine: MakeMachine, given: Mapping[str, Value], *, told: bool) -> tuple[Machine, Violation | None]:
    """The first violation that is met with these inputs, in the first order of threads, and the machine of that run.
    Unless it is to be `told`, it comes without steps, which takes less time."""
    machine, start = make_machine()
    machine.execution.given = dict(given)
    recorder = Recorder(machine) if told else None
    replay = Replay((), strict=False)
    Explorer(machine, replay, hashing=False, most=2).explore(start(), lambda final: False)
    conflicts.settle(machine.execution, machine.execution.s)
    found = next((c for c in machine.execution.s.vcs if c.formula is True), None)
    if found is None or machine.approximated:
        return machine, None
    if recorder is None:
        return machine, not_replayed(found)
    return machine, _violation(machine, recorder, found, tuple(replay.followed))


def not_replayed(condition: Condition) -> Violation:
    """A violation that a run has met whatever its inputs are, as far as it is known without a replay."""
    hint = condition.wording.hint
    schedule = tuple(schedule_of(condition, {}))
    return Violation(
        condition.prop.id, condition.text, condition.places, condition.about, output=console_text(condition.console),
        schedule=schedule, hint=hint, replayed=False,
    )  # fmt: skip


def _replayed(
    make_machine: MakeMachine, condition: Condition, given: Mapping[str, Value], schedule: Sequence[int]
) -> Violation:
    """The violation as a run along the schedule shows it: the shortest one, or else all of it. Threads may take turns
    in an earlier launch that is told step by step and that the pass ran at once, which the schedule does not know: if
    nothing else shows the violation, such launches run at once here, too."""
    if len(condition.places) <= MOST_IN_HASTE:
        with suppress(UnconfirmedError):
            return _run(make_machine, condition, given, schedule, hasty=True)
    if (_first_launch(condition) or 1) > 1:
        with suppress(UnconfirmedError):
            return _run(make_machine, condition, given, schedule)
        return _run(make_machine, condition, given, schedule, briefly=True)
    return _run(make_machine, condition, given, schedule)


def _run(
    make_machine: MakeMachine, condition: Condition, given: Mapping[str, Value], schedule: Sequence[int], *,
    hasty: bool = False, briefly: bool = False,
) -> Violation:  # fmt: skip
    machine, start = make_machine()
    machine.execution.given = dict(given)
    machine.execution.unwritten.sought = condition.key if condition.prop in ASKS else None
    if hasty:
        machine.slice = machine.next_look = SHORT_SLICE
    if machine.at_once is not None:
        machine.at_once.until = _first_launch(condition)
        machine.execution.listening.briefly = briefly
    recorder = Recorder(machine)
    state = start()
    replay = Replay(schedule, strict=False)
    if hasty:
        involved = [place.thread for place in condition.places]
        replay = HastyReplay(schedule, involved, lambda s: condition.shown_by(s.vcs) is not None)
    with suppress(PartIsOver):
        Explorer(machine, replay, hashing=False, most=2).explore(state, lambda final: False)
    followed = tuple(replay.followed)
    conflicts.settle(machine.execution, machine.execution.s)
    if _rests_on_approximation(machine, condition):
        raise UnconfirmedError(f"{condition.text} at {condition.places[0].loc}: it depends on an approximation")
    found = condition.shown_by((*machine.execution.s.vcs, *(end for end, _ in machine.execution.s.ending.ends)))
    if found is None and condition.prop in _COLLECTIVE and not hasty:
        found = next((c for c in machine.execution.s.vcs if c.prop == condition.prop and c.formula is True), None)
    if found is None:
        raise UnconfirmedError(f"{condition.text} at {condition.places[0].loc}")
    return _violation(machine, recorder, found, followed)


def _first_launch(condition: Condition) -> int | None:
    """The first launch whose threads the violation names, so that a reader wants to see what they did. None if it is
    the host's alone."""
    return min((place.thread.launch for place in condition.places if place.thread.block is not None), default=None)


def _rests_on_approximation(machine: Machine, condition: Condition) -> bool:
    """May a result that the replay did not compute either (a large transform, say) be why it is broken?"""
    return any(map(is_not_computed, machine.inputs.used)) and any(
        map(is_not_computed, terms.free_vars(condition.formula))
    )


def _violation(machine: Machine, recorder: Recorder, found: Condition, schedule: tuple[int, ...]) -> Violation:
    steps = recorder.steps()
    end, places = _end(steps, found), [place.thread for place in found.places]
    race = found.wording
    operations = (race.old.operation, race.new.operation) if isinstance(race, Race) else ()
    inputs = [
        (name, label, _input(machine, name, value))
        for name, (label, value) in machine.inputs.used.items()
        if not _is_unset(machine.execution, label)
        and (machine.inputs.contents.is_named(name) or not label.startswith("initial contents"))
    ]
    violation = Violation(
        found.prop.id,
        found.text,
        _with_operands(recorder, found),
        found.about,
        tuple((label, value) for _, label, value in inputs),
        tuple(steps[:end]),
        console_text(found.console),
        schedule,
        found.wording.hint or _hint(machine, found),
        tuple(_recorded(machine)),
        idle=tuple(number for number, (name, _, _) in enumerate(inputs) if not machine.inputs.matters(name)),
        stream_order=recorder.streams.order(end, places, operations),
    )
    return with_copies(violation)


def _is_unset(ex: Execution, label: str) -> bool:
    """Is it what nobody has set, in a report of just that? Any other value would do."""
    return ex.unwritten.kept and label.startswith(("initial contents", "uninitialised"))


def _with_operands(recorder: Recorder, found: Condition) -> tuple[Place, ...]:
    """The places of a violation; that of an assertion tells what the condition has read from memory, too."""
    if found.prop is not ASSERTION or len(found.places) != 1:
        return found.places
    place = found.places[0]
    known = dict(place.values)
    read = {name: value for name, value in recorder.latest_reads(place).items() if name not in known}
    return (replace(place, values=(*read.items(), *place.values)),)


def _hint(machine: Machine, found: Condition) -> str:
    """Why an object may be too small: nobody said how large an array of a kernel without host code is, or how much
    dynamic shared memory a launch has."""
    name = found.about.name if found.about is not None and found.prop is BOUNDS else ""
    if found.about is not None and name and (found.about.space, found.about.size) == ("shared", 0):
        return (
            f"The launch gives {name!r} no memory: the third argument between <<< and >>> is the number of bytes of"
            " dynamic shared memory for each block, and 0 if it is left out."
        )
    if not name or all(label != f"elements of '{name}'" for label, _ in machine.inputs.used.values()):
        return ""
    return (
        f"'{name}' has an arbitrary number of elements here; --arg {name}=symbolic:400 (from Python, symbolic(400))"
        f" gives it 400, --arg {name}=symbolic:n as many as the parameter n says"
    )


def _recorded(machine: Machine) -> Iterator[Input]:
    """The inputs as bits; pointers that are arbitrary have none."""
    for name, (label, value) in machine.inputs.used.items():
        type = machine.inputs.types.get(name)
        if type is not None and isinstance(value, bool | int | float):
            bits = bits_of(value, type.width) if isinstance(type, FloatType) else int(value)
            yield Input(name, label, str(type), bits, machine.inputs.threads.get(name, ThreadId()))


def _end(steps: Sequence[Step], found: Condition) -> int:
    """How many steps lead to the violation, with the one that makes it if it was carried out nevertheless."""
    last = found.steps
    if last < len(steps) and any((steps[last].thread, steps[last].loc) == (p.thread, p.loc) for p in found.places):
        last += 1
    return last


def _input(machine: Machine, name: str, value: Value) -> str:
    """An input as its type has it."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Pointer | PointerSet):
        return show(machine.execution, value, None, PTR)
    return show_scalar(value, machine.inputs.variables.get(name), machine.inputs.types[name])
