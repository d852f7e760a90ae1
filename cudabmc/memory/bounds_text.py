"""Accesses out of bounds in words: in elements where the source says what the elements are, else in bytes."""

import re

from cudabmc.state.events import VERBS
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.show import known_size, naming_of
from cudabmc.state.value import Value
from cudabmc.terms import Term

_PLACE = re.compile(r".* of (?:element|byte)s? \[?(-?\d+)")

_FAR = 1 << 24
"""Elements in front of an array that an unsigned index of 32 bits tells from others."""


def bounds_text(ex: Execution, obj: MemObject, offset: "int | Term", size: Value, kind: int) -> str:
    """`write of element 100 of 'a', which has 100`."""
    unit, verb = known_size(ex, obj), VERBS[kind]
    if not isinstance(obj.size, int):
        return f"{verb} outside of '{obj.name}', whose size depends on inputs"
    if unit and obj.size % unit == 0:
        one, whole = "element", obj.size // unit
    else:
        one, unit, whole = "byte", 1, obj.size
    if not isinstance(offset, int) or not isinstance(size, int):
        return f"{verb} outside of '{obj.name}', which has {_count(whole, one)}"
    first, last = offset // unit, (offset + size - 1) // unit
    if unit > 1 and obj.about.rows and first == last:
        indexes, extents = naming_of(ex, obj).indexes(first), naming_of(ex, obj).indexes(whole)
        rows = "".join(f"[{extent}]" for extent in obj.about.rows)
        return f"{verb} of element {indexes} of '{obj.name}', which has {extents.partition(']')[0]}]{rows}"
    place = f"{one} {first}" if first == last else f"{one}s {first} to {last}"
    return f"{verb} of {place} of '{obj.name}', which has {whole}"


def is_in_front(text: str) -> bool:
    """Does such a sentence say that an access begins in front of its object, or would if an unsigned index did not wrap
    around?"""
    place = _PLACE.match(text)
    return place is not None and (int(place[1]) < 0 or (1 << 32) - _FAR <= int(place[1]) < 1 << 32)


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
