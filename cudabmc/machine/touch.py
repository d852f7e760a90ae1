"""What a step of a thread does to memory that others see, and whether two steps commute."""

from typing import NamedTuple

from cudabmc.machine.decisions import Spot
from cudabmc.machine.races import ATOMIC, READ, WRITE
from cudabmc.machine.value import Value, identical


class Touch(NamedTuple):
    """One access: bytes from `offset` on in object `obj`, whose name in all runs is `key`.

    `value` is what a plain write leaves there; None if that is not to be compared with others.
    """

    obj: int
    key: str
    offset: Value
    size: int
    kind: int
    commutes: str
    value: Value | None


Touches = list[Touch]

ANYTHING = Touch(-1, "", 0, 1, WRITE, "", None)
"""In place of an access: what the step does matters to everybody."""


def dependent(a: Touches, b: Touches, ordered_atomics: frozenset[Spot]) -> bool:
    """Does it matter which of two steps comes first?"""
    if any(touch is ANYTHING for touches in (a, b) for touch in touches):
        return True
    return any(x.obj == y.obj and interfere(x, y, ordered_atomics) for x in a for y in b)


def interfere(a: Touch, b: Touch, ordered_atomics: frozenset[Spot]) -> bool:
    """Does the order of two accesses to one object matter?"""
    if (a.kind == READ and b.kind == READ) or not meet(a.offset, a.size, b.offset, b.size):
        return False
    if a.commutes and a.commutes == b.commutes:
        return any((a.key, t.offset if isinstance(t.offset, int) else None) in ordered_atomics for t in (a, b))
    if a.kind == b.kind == WRITE and a.offset == b.offset and a.size == b.size:
        return a.value is None or b.value is None or not identical(a.value, b.value)
    return True


def meet(a: Value, a_size: int, b: Value, b_size: int) -> bool:
    """Can two accesses touch the same byte?"""
    return not isinstance(a, int) or not isinstance(b, int) or (a < b + b_size and b < a + a_size)


def covers(new: Touch, old: Touch) -> bool:
    """Is whatever comes later and depends on `old` dependent on `new` too?"""
    return (
        new.kind == ATOMIC
        and not new.commutes
        and isinstance(new.offset, int)
        and isinstance(old.offset, int)
        and new.offset <= old.offset
        and old.offset + old.size <= new.offset + new.size
    )


def is_assumption(function: str) -> bool:
    """Does a program call the function to say which executions are looked at?"""
    return function.endswith(("assume", "__requires"))
