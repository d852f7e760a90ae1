"""Where the values come from that a failing assertion is about: the step that wrote each, through copies.

    h[17] = 5 at the assertion  <-  cudaMemcpy(h, d, ...)  <-  d[17] = 5
"""

import re
from collections.abc import Sequence

from cudabmc.result import Step, StepAccess, Violation

_NAME = re.compile(r"(.*?)(?:\[(\d+)\])?")
_MOST = 6  # steps for one value: copies of copies
_MOST_VALUES = 3


def origin_steps(violation: Violation) -> list[int]:
    """Indices of steps, those of one value from the latest to the first."""
    if violation.prop != "assertion" or len(violation.places) != 1:
        return []
    words = set(re.findall(r"\w+", violation.message))
    names = [name for name, _ in violation.places[0].values if _split(name)[0] in words]
    if not names:
        return []
    sizes = _sizes(violation.steps)
    found = (index for name in names[:_MOST_VALUES] for index in _chain(violation.steps, name, sizes))
    return list(dict.fromkeys(found))


def _sizes(steps: Sequence[Step]) -> dict[str, int]:
    """Bytes of an element of each array: those of the smallest access with a value."""
    found = dict[str, int]()
    for step in steps:
        for access in step.account.words.accesses:
            if access.value and access.element.endswith("]"):
                base = _split(access.element)[0]
                found[base] = min(found.get(base, access.size), access.size)
    return found


def _chain(steps: Sequence[Step], name: str, sizes: dict[str, int]) -> list[int]:
    """The last step that wrote what has this name; if that copied it, the last one before that wrote the source."""
    found = list[int]()
    end = len(steps)
    while len(found) < _MOST:
        before = ((index, _written(steps[index], name, sizes)) for index in range(end - 1, -1, -1))
        index, access = next(((index, access) for index, access in before if access is not None), (-1, None))
        if access is None:
            break
        found.append(index)
        source = _source(steps[index], access, name)
        if source is None:
            break
        name, end = source, index
    return found


def _written(step: Step, name: str, sizes: dict[str, int]) -> StepAccess | None:
    """The access by which a step wrote the element, alone or with others."""
    base, number = _split(name)
    for access in step.account.words.accesses:
        if access.kind == "read":
            continue
        first, start = _split(access.element)
        further = number - start
        if access.element == name or (first == base and not access.value and _holds(access, further, sizes)):
            return access
    return None


def _holds(access: StepAccess, further: int, sizes: dict[str, int]) -> bool:
    """Does an access of many elements reach so far beyond its first one?"""
    size = sizes.get(_split(access.element)[0], 1)
    return further == 0 or 0 < further * size < access.size


def _source(step: Step, written: StepAccess, name: str) -> str | None:
    """What a step that copies had read for the element."""
    read = [access for access in step.account.words.accesses if access.kind == "read"]
    if len(read) != 1 or (read[0].size, read[0].value) != (written.size, written.value):
        return None
    further = _split(name)[1] - _split(written.element)[1]
    base, start = _split(read[0].element)
    if read[0].element.endswith("]"):
        return f"{base}[{start + further}]"
    return None if further else base


def _split(name: str) -> tuple[str, int]:
    """An array and the number of its element; what is no element counts as the first one."""
    parts = _NAME.fullmatch(name)
    return (parts[1], int(parts[2] or 0)) if parts else (name, 0)
