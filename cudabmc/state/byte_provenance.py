"""The provenance of the bytes of some objects as a word for each byte, for a while in which there are many copies.

    rows of b: (0, b, 0), (8, a, 0)       words of b: b+0 b+1 ... b+7 a+0 a+1 ...

A copy of words is much faster than one of rows (`provenance.py`), but words take more room.
"""

from array import array
from itertools import pairwise

from cudabmc.state.memory import MemObject
from cudabmc.state.provenance import Provenance

_SHIFT = 34
"""Bits of the offset in a word; the others number the object that the byte comes from."""


class ByteProvenance:
    """Makes words of rows, and rows of words."""

    def __init__(self) -> None:
        self._sources: list[MemObject] = []
        self._numbers: dict[str, int] = {}

    def words(self, rows: Provenance[MemObject], size: int) -> "array[int]":
        """A word for each byte of an object."""
        made = array("q")
        for start, end, (source, at) in zip(rows.starts, [*rows.starts[1:], size], rows.bytes, strict=True):
            first = self._number(source) << _SHIFT | at
            made.extend(range(first, first + end - start))
        return made

    def rows(self, words: "array[int]") -> Provenance[MemObject]:
        """The rows that words stand for."""
        starts = [0, *[at for at, (before, word) in enumerate(pairwise(words), 1) if word != before + 1]]
        offset = (1 << _SHIFT) - 1
        return Provenance(starts, [(self._sources[words[at] >> _SHIFT], words[at] & offset) for at in starts])

    def _number(self, source: MemObject) -> int:
        number = self._numbers.setdefault(source.key, len(self._sources))
        if number == len(self._sources):
            self._sources.append(source)
        return number
