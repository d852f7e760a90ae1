"""The provenance of unset bytes: whose they are in an object that others were copied into.

    int *a = new int[4];    // nothing is written
    int b[6];
    memcpy(b + 2, a, 16);   // rows of b: (0, b, 0), (8, a, 0)

An unset byte is an input, named by an object and an offset, and a copy of it is the same input. So an object that
takes part in such a copy has rows that say which inputs its unset bytes are; without rows they are its own. A row holds
the offset where it starts, the object that the bytes come from, and the offset of its first byte there. It goes on to
the start of the next row. What rows say of bytes that were written means nothing.

Whoever reads such a byte reads the unit of the source that it is part of, so that it is the same input in whichever
width it is read.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from cudabmc.goto.types import I8, I16, I32, I64, IntType
from cudabmc.state.object_facts import Description
from cudabmc.terms import Term


class _Object(Protocol):
    key: str
    size: "int | Term"
    about: Description


Source = TypeVar("Source", bound=_Object)
"""Objects (`MemObject`), as they were made."""

_Byte = tuple[Source, int]

UNITS = {1: I8, 2: I16, 4: I32, 8: I64}
"""Integers that unset memory is named in, by their bytes."""


class Provenance(Generic[Source]):
    """The rows of an object, in order; the first one starts at 0. `starts` are where they start, and `bytes` say which
    byte of which object that is. While it is `pending`, there are copies that must be made before anybody looks at it:
    so that is called then."""

    __slots__ = ("_bytes", "_starts", "pending")

    def __init__(self, starts: list[int], bytes: list[_Byte[Source]]) -> None:
        self._starts = starts
        self._bytes = bytes
        self.pending: Callable[[], None] | None = None

    @property
    def starts(self) -> list[int]:
        """Where rows start."""
        if self.pending is not None:
            self.pending()
        return self._starts

    @property
    def bytes(self) -> list[_Byte[Source]]:
        """What their first bytes are."""
        if self.pending is not None:
            self.pending()
        return self._bytes

    def copy(self) -> "Provenance[Source]":
        """The same rows, to be changed."""
        return Provenance([*self.starts], [*self.bytes])

    def replace(self, new: "Provenance[Source]") -> None:
        """It has the rows of another, which nobody needs any more."""
        self._starts, self._bytes = new.starts, new.bytes

    def find(self, offset: int) -> _Byte[Source]:
        """Which byte of which object one is, as long as nobody has written it."""
        row = bisect_right(self.starts, offset) - 1
        source, at = self.bytes[row]
        return source, at + offset - self.starts[row]

    def unit_at(self, offset: int) -> IntType | None:
        """The unit that starts at an offset, all of which came here together."""
        source, at = self.find(offset)
        start, unit = unit_of(source, at)
        together = bisect_right(self.starts, offset) == bisect_right(self.starts, offset + unit.size - 1)
        return unit if start == at and together else None

    def piece(self, start: int, size: int) -> "Provenance[Source]":
        """The rows of some bytes, as if the first of these were the first one."""
        first, behind = bisect_right(self.starts, start), bisect_left(self.starts, start + size)
        return Provenance(
            [0, *[at - start for at in self.starts[first:behind]]], [self.find(start), *self.bytes[first:behind]]
        )

    def put(self, start: int, size: int, new: "Provenance[Source]", end: int) -> None:
        """Replace the rows of some bytes of an object that ends at `end`."""
        behind = start + size
        starts, bytes = [start + at for at in new.starts], [*new.bytes]
        if behind < end:
            following = self.find(behind)
            if not _continues(starts[-1], bytes[-1], behind, following):
                starts.append(behind)
                bytes.append(following)
        first, last = bisect_left(self.starts, start), bisect_right(self.starts, behind)
        if first and _continues(self.starts[first - 1], self.bytes[first - 1], starts[0], bytes[0]):
            del starts[0], bytes[0]
        self.starts[first:last] = starts
        self.bytes[first:last] = bytes

    @property
    def key(self) -> tuple[tuple[int, str, int], ...]:
        """Equal for equal rows."""
        return tuple((start, source.key, at) for start, (source, at) in zip(self.starts, self.bytes, strict=True))


def _continues(start: int, byte: _Byte[_Object], behind: int, other: _Byte[_Object]) -> bool:
    """Is what would be a row from a place on part of the one that starts in front of it?"""
    return other[1] - behind == byte[1] - start and (other[0] is byte[0] or other[0].key == byte[0].key)


def unit_of(source: _Object, offset: int) -> tuple[int, IntType]:
    """Where the unit starts that a byte of an object is named in, and its type: an element, if that is a number."""
    assert isinstance(source.size, int)
    for width in (source.about.element_size, 4, 2, 1):
        start = offset - offset % width if width in UNITS else 0
        if width in UNITS and start + width <= source.size:
            return start, UNITS[width]
    raise AssertionError("a byte is a unit")
