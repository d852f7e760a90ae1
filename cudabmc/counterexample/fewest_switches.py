"""The same violation with fewer context switches, found by exploring again with its inputs as constants."""

from collections.abc import Mapping
from time import perf_counter

from cudabmc.errors import ResourceError
from cudabmc.explore.engine import Explorer
from cudabmc.explore.history import schedule_of
from cudabmc.explore.strategy import BoundedDfs
from cudabmc.machine.entry import MakeMachine
from cudabmc.state.state import State
from cudabmc.state.unwritten import ASKS
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition

MOST_INTERLEAVINGS = 200


def fewest_switches(
    make_machine: MakeMachine,
    condition: Condition,
    given: Mapping[str, Value],
    below: int,
    seconds: float,
) -> tuple[int, ...] | None:
    """A schedule with less than `below` context switches that shows the violation, the fewest that was found
    within `seconds` (looked at between interleavings); None if there was none."""
    deadline = perf_counter() + seconds
    for bound in range(below):
        machine, start = make_machine()
        machine.execution.given = dict(given)
        machine.execution.unwritten.sought = condition.key if condition.prop in ASKS else None
        found: list[Condition] = []

        def seen(state: State, found: list[Condition] = found) -> bool:
            shown = condition.shown_by(state.vcs)
            found += [shown] if shown is not None else []
            return not found and perf_counter() < deadline

        engine = Explorer(machine, BoundedDfs(bound), hashing=True, most=MOST_INTERLEAVINGS, merged=seen)
        try:
            engine.explore(start(), seen)
        except ResourceError:
            return None
        if found:
            return schedule_of(found[0], {})
        if perf_counter() >= deadline:
            return None
    return None
