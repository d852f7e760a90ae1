"""A counterexample as a code flow: one thread flow for each thread, ordered by `executionOrder` across them."""

from collections.abc import Iterable, Iterator

from cudabmc.late_dataclass import dataclass
from cudabmc.report.accesses import access_steps
from cudabmc.report.json_text import Json
from cudabmc.report.names import thread_name
from cudabmc.report.origins import origin_steps
from cudabmc.report.plural import plural
from cudabmc.report.sarif.places import SarifLocations
from cudabmc.report.shorten import steps_to_show
from cudabmc.result import Place, Step, ThreadId, Violation

MOST_STEPS = 500
"""Steps of one finding: GitHub takes 10,000 locations a finding and shows 1,000, and editors get slow before."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """Something that a thread does, at its place in the order of the run."""

    thread: ThreadId
    order: int
    location: dict[str, Json]


def code_flow(violation: Violation, places: SarifLocations, most: int = MOST_STEPS) -> Json:
    """The run of a violation, shortened to about `most` steps; None if nothing of it is in a file."""
    steps = violation.steps
    accesses = access_steps(violation)
    shown = _shown(violation, accesses, most)
    involved = {place.thread for place in violation.places}
    moments = [
        moment
        for index in shown
        if (moment := _moment(steps[index], index, index in accesses, steps[index].thread in involved, places))
    ]
    missing = [place for number, place in enumerate(violation.places) if number not in accesses.values()]
    moments += _ends(missing, len(steps), violation.message, places)
    if not moments:
        return None
    flow: dict[str, Json] = {"threadFlows": _threads(moments)}
    left_out = len(steps) - len(shown)
    if left_out:
        flow["message"] = {"text": f"{plural(left_out, 'step')} of {len(steps)} left out"}
    return flow


def _shown(violation: Violation, accesses: Iterable[int], most: int) -> list[int]:
    """Indices of the steps: all, or what the text report shows and the last ones of the threads involved."""
    steps = violation.steps
    if len(steps) <= most:
        return list(range(len(steps)))
    involved = [place.thread for place in violation.places]
    wanted = set(steps_to_show(steps, involved, [*accesses, *origin_steps(violation)]))
    for index in reversed(range(len(steps))):
        if len(wanted) >= most:
            break
        if steps[index].thread in involved:
            wanted.add(index)
    return sorted(wanted)


def _threads(moments: list[_Moment]) -> list[Json]:
    """One thread flow a thread, in the order in which the threads begin."""
    flows: dict[ThreadId, list[Json]] = {}
    for moment in moments:
        flows.setdefault(moment.thread, []).append(moment.location)
    found: list[Json] = []
    for number, (thread, locations) in enumerate(flows.items(), 1):
        name = thread_name(thread)
        found.append({"id": f"{number}: {name}", "message": {"text": name}, "locations": locations})
    return found


def _moment(step: Step, index: int, access: bool, involved: bool, places: SarifLocations) -> _Moment | None:
    location = places.location(step.loc, step.text, snippet=False)  # the same lines come again and again
    if location is None:
        return None
    if step.function:
        location["logicalLocations"] = [{"name": step.function, "kind": "function"}]
    told: dict[str, Json] = {
        "location": location,
        "executionOrder": index + 1,
        "nestingLevel": step.depth,
        "importance": "essential" if access else "important" if involved else "unimportant",
    }
    kinds, state = _kinds(step, access), _state(step)
    if kinds:
        told["kinds"] = kinds
    if state:
        told["state"] = state
    return _Moment(step.thread, index + 1, told)


def _kinds(step: Step, access: bool) -> list[Json]:
    """What other tools may filter by (SARIF 2.1.0, 3.38.8)."""
    kinds: list[Json] = []
    if step.accesses:
        kinds.append("memory")
    if step.changes:
        kinds.append("value")
    if step.barrier:
        kinds.append("barrier")
    if step.preemption:
        kinds.append("context-switch")
    return [*kinds, "danger"] if access else kinds


def _state(step: Step) -> dict[str, Json]:
    """Variables and places in memory with their values after the step."""
    values = [*step.changes, *((access.element, access.value) for access in step.accesses)]
    return {name: {"text": value} for name, value in values if name and value}


def _ends(missing: list[Place], steps: int, message: str, places: SarifLocations) -> Iterator[_Moment]:
    """What ended the run: the access that came too much is not among the steps."""
    for number, place in enumerate(missing, steps + 1):
        location = places.location(place.loc, place.action or message)
        if location is not None:
            if place.function:
                location["logicalLocations"] = [{"name": place.function, "kind": "function"}]
            told: dict[str, Json] = {
                "location": location,
                "executionOrder": number,
                "importance": "essential",
                "kinds": ["danger"],
            }
            state: dict[str, Json] = {name: {"text": value} for name, value in place.values if name and value}
            if state:
                told["state"] = state
            yield _Moment(place.thread, number, told)
