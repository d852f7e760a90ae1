"""The provenance of unset bytes: whose they are in an object that others were copied into.

    int *a = new int[4];    // nothing is written
    int b[6];
    memcpy(b + 2, a, 16);   // rows of b: (0, b, 0), (8, a, -8)

An unset byte is an input, named by an object and an offset, and a copy of it is the same input. So an object that
takes part in such a copy has rows that say which inputs its unset bytes are; without rows they are its own. A row holds
the offset where it starts, the object that the bytes come from, and what is added to an offset to get the one there. It
goes on to the start of the next row. What rows say of bytes that were written means nothing.

Whoever reads such a byte reads the unit of the source that it is part of, so that it is the same input in whichever
width it is read.
"""

from bisect import bisect_left
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

_Row = tuple[int, Source, int]

UNITS = {1: I8, 2: I16, 4: I32, 8: I64}
"""Integers that unset memory is named in, by their bytes."""


class Provenance(Generic[Source]):
    """The rows of an object, in order; the first one starts at 0."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[_Row[Source]]) -> None:
        self.rows = rows

    def copy(self) -> "Provenance[Source]":
        """The same rows, to be changed."""
        return Provenance([*self.rows])

    def find(self, offset: int) -> tuple[Source, int]:
        """Which byte of which object one is, as long as nobody has written it."""
        _, source, shift = self.rows[self._at(offset)]
        return source, offset + shift

    def unit_at(self, offset: int) -> IntType | None:
        """The unit that starts at an offset, all of which came here together."""
        source, at = self.find(offset)
        start, unit = unit_of(source, at)
        return unit if start == at and self._at(offset) == self._at(offset + unit.size - 1) else None

    def piece(self, start: int, size: int) -> list[_Row[Source]]:
        """The rows of some bytes, as if the first of these were the first one."""
        first = self._at(start)
        found = self.rows[first : self._behind(start + size)]
        return [(max(begin - start, 0), source, shift + start) for begin, source, shift in found]

    def put(self, start: int, size: int, new: list[_Row[Source]], end: int) -> None:
        """Replace the rows of some bytes of an object that ends at `end`."""
        rows, behind = self.rows, start + size
        first, last = self._behind(start), self._behind(behind + 1)
        after = [(behind, *rows[last - 1][1:])] if behind < end else []
        moved = [(begin + start, source, shift - start) for begin, source, shift in new]
        rows[first:last] = _joined([*rows[max(first - 1, 0) : first], *moved, *after])[first > 0 :]

    @property
    def key(self) -> tuple[tuple[int, str, int], ...]:
        """Equal for equal rows."""
        return tuple((start, source.key, shift) for start, source, shift in self.rows)

    def _at(self, offset: int) -> int:
        return self._behind(offset + 1) - 1

    def _behind(self, offset: int) -> int:
        """The first row that starts at an offset or behind it."""
        return bisect_left(self.rows, offset, key=_start)


def _start(row: _Row[Source]) -> int:
    return row[0]


def _joined(rows: list[_Row[Source]]) -> list[_Row[Source]]:
    """Rows that continue the one in front of them are part of it."""
    found: list[_Row[Source]] = []
    for row in rows:
        if not found or found[-1][1].key != row[1].key or found[-1][2] != row[2]:
            found.append(row)
    return found


def unit_of(source: _Object, offset: int) -> tuple[int, IntType]:
    """Where the unit starts that a byte of an object is named in, and its type: an element, if that is a number."""
    assert isinstance(source.size, int)
    for width in (source.about.element_size, 4, 2, 1):
        start = offset - offset % width if width in UNITS else 0
        if width in UNITS and start + width <= source.size:
            return start, UNITS[width]
    raise AssertionError("a byte is a unit")
