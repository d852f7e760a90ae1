"""An access beyond an object, of which no step tells: its bytes, and the shape of the object, as a message has them."""

import re
from collections.abc import Iterable
from math import prod

from cudabmc.late_dataclass import dataclass
from cudabmc.properties.bounds import BOUNDS
from cudabmc.result import StepAccess, Violation

_MESSAGE = re.compile(
    r"(?P<kind>read|write|atomic)\b.* of (?P<unit>element|byte)s? (?P<first>\S+)( to (?P<last>\S+))? of '.+', "
    r"which has (?P<whole>\S+)"
)


@dataclass(frozen=True, slots=True)
class Beyond:
    """The `access`, and of the object its `size` in bytes and its extents, the outermost first."""

    access: StepAccess
    size: int
    shape: tuple[int, ...]


def access_beyond(violation: Violation) -> Beyond | None:
    """The access of a violation of bounds; None of others, or if its place depends on inputs."""
    found = _MESSAGE.match(violation.message)
    obj = violation.object
    if violation.prop != BOUNDS.id or found is None or obj is None:
        return None
    shape = _numbers(found["whole"])
    count = prod(shape)
    if not count or obj.size % count:
        return None
    unit, first = obj.size // count, _linear(_numbers(found["first"]), shape)
    last = _linear(_numbers(found["last"]), shape) if found["last"] else first
    index = found["first"] if "[" in found["first"] else f"[{first}]"
    element = f"{obj.name}{index}" if found["unit"] == "element" else f"byte {first} of {obj.name}"
    bytes_beyond = unit * (last + 1 - first)
    number = _number(violation, obj.name, obj.space)
    access = StepAccess(found["kind"], number, obj.name, obj.space, unit * first, bytes_beyond, element)
    return Beyond(access, obj.size, shape)


def _numbers(text: str) -> tuple[int, ...]:
    """`[3][4]` or `12`."""
    return tuple(map(int, re.findall(r"-?\d+", text)))


def _linear(indices: Iterable[int], shape: tuple[int, ...]) -> int:
    """The number of an element, by rows."""
    number = 0
    for index, extent in zip(indices, shape, strict=False):
        number = number * extent + index
    return number


def _number(violation: Violation, name: str, space: str) -> int:
    """The number of the object in the run, if a step touches it."""
    touched = (access for step in reversed(violation.steps) for access in step.accesses)
    return next((access.number for access in touched if (access.object, access.space) == (name, space)), -1)
