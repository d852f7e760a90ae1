"""What arrays hold at the launches of a program, as ranges: a load from one finds no other numbers.

    rows[8]: 3 0 2 1 0 3 1 2               row = rows[i]         0 <= row <= 3
    pairs[4].y, at 4, 12, 20 and 28        p = pairs[i].y        the range of these numbers alone

Which elements a load may read is told by its offset: what it is a multiple of, but for a rest, so that members of
records have ranges of their own. It reads none beyond the array: where it would, arrays are not as large as a proof
assumes. Nobody may write an array of which that is believed, neither before the launch nor in it.
"""

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Literal

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.places import PointedObject
from cudabmc.terms import Kind, Term, TermValue

_Code = Literal["b", "B", "h", "H", "i", "I", "q", "Q"]
_CODES: dict[int, tuple[_Code, _Code]] = {1: ("b", "B"), 2: ("h", "H"), 4: ("i", "I"), 8: ("q", "Q")}
"""How memory is read as numbers of so many bytes, signed or not."""

_ALL = 1 << 64
"""Offsets count up to this, and begin again."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from `low` to `high`, which are signed or not."""

    low: int
    high: int
    signed: bool

    def holds(self, value: TermValue, type: IntType) -> Iterator[TermValue]:
        """What is so of a number in it."""
        op, mask = Op.SLE if self.signed else Op.ULE, (1 << type.width) - 1
        yield terms.apply(op, BOOL, type, (self.low & mask, value))
        yield terms.apply(op, BOOL, type, (value, self.high & mask))


class KnownContents:
    """What objects may hold, each in one of several ways, byte by byte."""

    def __init__(self, objects: Mapping[PointedObject, tuple[bytes, ...]]) -> None:
        self._objects = objects
        self._ranges: dict[tuple[PointedObject, int, int, int], NumberRange | None] = {}
        self.used: dict[PointedObject, list[NumberRange]] = {}
        """What was told of objects."""

    def at(self, base: PointedObject, offset: TermValue, type: IntType) -> NumberRange | None:
        """The range of what a load may find; None if nothing is known of it."""
        if base not in self._objects or type.size not in _CODES or type.width != 8 * type.size:
            return None
        rest, step = _multiple(offset)
        if step % type.size or rest % type.size:  # elements that overlap
            return None
        key = base, rest, step, type.size
        if key not in self._ranges:
            self._ranges[key] = self._range(*key)
        found = self._ranges[key]
        if found is not None and found not in self.used.setdefault(base, []):
            self.used[base].append(found)
        return found

    def _range(self, base: PointedObject, rest: int, step: int, size: int) -> NumberRange | None:
        found: list[NumberRange] = []
        for held in self._objects[base]:
            whole = memoryview(held)[: len(held) // size * size]
            numbers = [whole.cast(code)[rest // size :: step // size or len(held)] for code in _CODES[size]]
            if not len(numbers[0]):
                return None
            for some, signed in zip(numbers, (True, False), strict=True):
                found.append(NumberRange(min(some), max(some), signed))
        both = [[one for one in found if one.signed is signed] for signed in (True, False)]
        hulls = [
            NumberRange(min(one.low for one in some), max(one.high for one in some), some[0].signed)
            for some in both if some
        ]  # fmt: skip
        return min(hulls, key=lambda one: one.high - one.low, default=None)


def _multiple(value: TermValue) -> tuple[int, int]:
    """A rest and a step: a number (64 bits) is the rest plus a multiple of the step, whatever its unknowns are. The
    step is a power of two, so that numbers that wrap around are; or 0, of a number that is known."""
    rest, step = _rest_and_step(value)
    step = gcd(step, _ALL) if step else 0
    return (rest % step if step else rest % _ALL), step


def _rest_and_step(value: TermValue) -> tuple[int, int]:
    if not isinstance(value, Term):
        return int(value), 0
    match value.kind:
        case Kind.CONST:
            return int(value.params[0]), 0
        case Kind.SUM:
            rest, step = int(value.params[0]), 0
            for factor, part in zip(value.params[1], value.args, strict=True):
                its, every = _rest_and_step(part)
                rest, step = rest + factor * its, gcd(step, factor * every)
            return rest, step
        case Kind.ITE:
            (mine, step), (other, every) = (_rest_and_step(part) for part in value.args[1:])
            return mine, gcd(step, every, mine - other)
    return 0, 1
