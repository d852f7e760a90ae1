"""The steps of a counterexample at which its places are: where the debugger of the page begins."""

from cudabmc.late_dataclass import dataclass
from cudabmc.report.accesses import access_steps
from cudabmc.result import Place, StepAccess, Violation

MOST_PLACES = 8  # that get a letter, a lane of their own and a card; a deadlock may name a thousand


@dataclass(frozen=True, slots=True)
class Moments:
    """`steps[n]` is the index of the step of place n. `ends` are the places that no step tells of, because their
    instruction ended the run: they follow the recorded steps as steps of their own."""

    steps: tuple[int, ...]
    ends: tuple[int, ...]


def moments(violation: Violation) -> Moments:
    """Where the first MOST_PLACES places of a violation happen."""
    if not violation.steps:
        return Moments((), ())
    known = {place: index for index, place in access_steps(violation).items()}
    found: list[int] = []
    ends: list[int] = []
    for number, place in enumerate(violation.places[:MOST_PLACES]):
        index = known.get(number)
        if index is None:
            index = _index(violation, place)
        if index is None or index in found:
            index = len(violation.steps) + len(ends)
            ends.append(number)
        found.append(index)
    return Moments(tuple(found), tuple(ends))


def _index(violation: Violation, place: Place) -> int | None:
    """The last step of the thread at the position, where that is the event itself: of a race, or a barrier. Of other
    violations it is only what came before, as the instruction that fails is never recorded."""
    for index in range(len(violation.steps) - 1, -1, -1):
        step = violation.steps[index]
        if step.thread == place.thread and step.loc == place.loc:
            return index if len(violation.places) > 1 or step.text.startswith("waits at ") else None
    return None


def contested(violation: Violation, at: Moments) -> StepAccess | None:
    """The bytes that a violation is about: those that the steps of both accesses touch, or those of the one that
    is recorded, as the message names them."""
    touched = [violation.steps[index].accesses for index in at.steps if index < len(violation.steps)]
    if len(touched) >= 2:
        for one in touched[0]:
            for other in touched[1]:
                if _overlap(one, other):
                    return one if one.size <= other.size else other
    return next((access for step in touched for access in step if _named(access, violation.message)), None)


def _overlap(one: StepAccess, other: StepAccess) -> bool:
    together = one.number == other.number
    return together and one.offset < other.offset + other.size and other.offset < one.offset + one.size


def _named(access: StepAccess, message: str) -> bool:
    return bool(access.element) and f"'{access.element}'" in message
