"""The steps of a counterexample at which the two accesses of a race happen."""

import re
from collections.abc import Sequence

from cudabmc.result import EntryKind, Place, Step, Violation

_ELEMENT = re.compile(r"'([^']+)'")


def access_steps(violation: Violation) -> dict[int, int]:
    """Index of a step -> number of the place whose access it is, 0 or 1.

    The later access of a race stops the run before its step is recorded, so that one may be missing, and
    so may be those of other properties."""
    element = _ELEMENT.search(violation.message)
    if len(violation.places) != 2 or element is None:
        return {}
    found: dict[int, int] = {}
    for number, place in enumerate(violation.places):
        index = _carried_out(violation, number)
        if index is None:
            index = _last(violation.steps, place, element[1])
        if index is not None:
            found.setdefault(index, number)
    return found


def _carried_out(violation: Violation, number: int) -> int | None:
    """The step that carries out a copy, if it has one of its own."""
    order = violation.stream_order
    if order is None or order.places[number] < 0:
        return None
    entry, steps = order.entries[order.places[number]], violation.steps
    if entry.kind is not EntryKind.CALL or not 0 <= entry.begun == entry.ended < len(steps):
        return None
    return entry.begun if steps[entry.begun].thread == violation.places[number].thread else None


def _last(steps: Sequence[Step], place: Place, element: str) -> int | None:
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if step.thread == place.thread and step.loc == place.loc and _is_access(step.text, place.action, element):
            return index
    return None


def _is_access(text: str, action: str, element: str) -> bool:
    if "read" in action:
        return text.startswith(f"read {element} ")
    if "atomic" in action:
        return "atomic" in text
    return text.startswith(f"{element} =")
