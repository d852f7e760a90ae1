"""Machine values: plain Python as long as they are known, terms and guarded sets otherwise."""

from typing import Any, TypeAlias

from cudabmc.late_dataclass import dataclass
from cudabmc.terms import Term


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer to byte `offset` of object `obj`.

    Object 0 is no object: the offset is then the address itself, and 0 the null pointer. What arithmetic reaches from
    null belongs to NULL_BASED unless it lies in the first page. `offset` is a signed Python int, or a BitVec(64) term.
    """

    obj: int
    offset: "int | Term"


@dataclass(frozen=True, slots=True)
class PointerSet:
    """A pointer that depends on inputs: guarded alternatives, of which exactly one holds."""

    targets: "tuple[tuple[Term, Pointer], ...]"


NULL = Pointer(0, 0)

NULL_BASED = -1
"""The object of a null pointer plus an offset: no object, whatever has that address (C11 6.5.6p8: arithmetic on a
pointer stays in its array, and null is in none)."""

PAGE = 4096
"""Addresses below are those of null and its near neighbours, where nothing is ever mapped."""

Value: TypeAlias = Any
"""bool | int | float | Pointer | PointerSet | Term. Which of them it is depends on the GOTO type and on
what is known, so a checker could only be told by a cast at nearly every use."""


def identical(a: Value, b: Value) -> bool:
    """Are the two surely the same value, bit for bit (unlike 0.0 == -0.0 and 1 == 1.0)?"""
    if type(a) is not type(b):
        return False
    return a.hex() == b.hex() if isinstance(a, float) else bool(a == b)
