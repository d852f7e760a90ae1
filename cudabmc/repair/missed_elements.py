"""By how much an access misses its object, as the message of the violation says."""

import re
from typing import NamedTuple

_SAID = re.compile(r"(?:element|byte) (-?\d+|(?:\[-?\d+\])+) of .*?, which has (\d+|(?:\[\d+\])+)")
_NUMBER = re.compile(r"-?\d+")


class MissedElement(NamedTuple):
    """A dimension, counted from the left, that an access leaves: the element that it wants, and how many there are."""

    dimension: int
    element: int
    size: int


def missed_element(message: str) -> MissedElement | None:
    """The first dimension that is left; None if the message does not speak of elements."""
    found = _SAID.search(message)
    if found is None:
        return None
    pairs = zip(map(int, _NUMBER.findall(found[1])), map(int, _NUMBER.findall(found[2])), strict=False)
    for dimension, (element, size) in enumerate(pairs):
        if not 0 <= element < size:
            return MissedElement(dimension, element, size)
    return None
