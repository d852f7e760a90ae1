"""Ranges of bytes by where they are: which of many may overlap a given one?

A range lies in one or two cells of a grid, of a width that is the least power of two that is not less than its own. So
a question looks into a few cells of each width that occurs, however many ranges there are.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

from cudabmc.state.events import ByteRange

K = TypeVar("K", bound=Hashable)

class PlaceGrid(Generic[K]):
    """Keys with their ranges. Found are all that overlap, and some that are near."""

    __slots__ = ("_anywhere", "_levels")

    def __init__(self) -> None:
        self._anywhere: set[K] = set()
        self._levels: dict[int, dict[int, set[K]]] = {}  # by the logarithm of the width, and the number of the cell

    def clone(self) -> "PlaceGrid[K]":
        """An independent copy."""
        other = PlaceGrid[K]()
        other._anywhere = set(self._anywhere)
        other._levels = {
            level: {cell: set(keys) for cell, keys in cells.items()} for level, cells in self._levels.items()
        }
        return other

    def add(self, key: K, place: ByteRange) -> None:
        """From now on the key has this range, beside those that it has."""
        if place is None:
            self._anywhere.add(key)
            return
        level, first, last = _cells(place)
        cells = self._levels.setdefault(level, {})
        for cell in (first, last):
            cells.setdefault(cell, set()).add(key)

    def remove(self, key: K, place: ByteRange) -> None:
        """The key does not have this range any more."""
        if place is None:
            self._anywhere.discard(key)
            return
        level, first, last = _cells(place)
        cells = self._levels[level]
        for cell in {first, last}:
            keys = cells[cell]
            keys.discard(key)
            if not keys:
                del cells[cell]
        if not cells:
            del self._levels[level]

    def near(self, place: ByteRange) -> set[K]:
        """The keys of ranges that overlap this one, and of some others."""
        found = set(self._anywhere)
        for level, cells in self._levels.items():
            if place is None:
                found.update(*cells.values())
                continue
            first, last = place[0] >> level, max(place[1] - 1, place[0]) >> level
            if last - first < len(cells):
                found.update(*(cells[cell] for cell in range(first, last + 1) if cell in cells))
            else:
                found.update(*(keys for cell, keys in cells.items() if first <= cell <= last))
        return found


def _cells(place: tuple[int, int]) -> tuple[int, int, int]:
    """The level of a range, and the first and the last of its cells there."""
    first, end = place
    last = max(end - 1, first)
    level = (last - first).bit_length()
    return level, first >> level, last >> level
