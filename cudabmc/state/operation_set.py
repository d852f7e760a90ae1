"""Sets of stream operations, by their numbers, of which a program may issue very many.

What comes before an operation is nearly all that was issued before it. So a set is a number up to which it has all of
them, as in a vector clock, and a mask of those behind the first that is missing. What it costs depends on how long ago
an operation was issued that is missing, and not on how many have been issued.
"""

from collections.abc import Iterator
from typing import NamedTuple


class OperationSet(NamedTuple):
    """The operations 1 to `upto`, and those behind: bit i of `rest` stands for `upto` + 1 + i. Bit 0 is never set, so
    that equal sets are equal values; `of` makes one from whatever bits there are."""

    upto: int
    rest: int

    @classmethod
    def of(cls, upto: int, rest: int) -> "OperationSet":
        """The same with as many as possible in `upto`."""
        if rest & 1:
            more = (rest ^ (rest + 1)).bit_length() - 1
            return cls(upto + more, rest >> more)
        return cls(upto, rest)

    def has(self, number: int) -> bool:
        """Is the operation among them?"""
        behind = number - self.upto - 1
        return (self.rest >> behind & 1 != 0) if behind >= 0 else number > 0

    def with_(self, number: int) -> "OperationSet":
        """With one more."""
        behind = number - self.upto - 1
        return OperationSet.of(self.upto, self.rest | 1 << behind) if behind >= 0 else self

    def union(self, other: "OperationSet") -> "OperationSet":
        """Those of both."""
        if other.upto > self.upto:
            self, other = other, self
        rest = self.rest | other.rest >> (self.upto - other.upto)
        return self if rest == self.rest else OperationSet.of(self.upto, rest)

    def intersection(self, other: "OperationSet") -> "OperationSet":
        """Those that are in both."""
        if other.upto < self.upto:
            self, other = other, self
        more = other.upto - self.upto
        low = self.rest & ((1 << min(more, self.rest.bit_length())) - 1)
        return OperationSet(self.upto, low | (self.rest >> more & other.rest) << more)

    def within(self, other: "OperationSet") -> bool:
        """Are all of them in the other set?"""
        return self.upto <= other.upto and not self.rest >> (other.upto - self.upto) & ~other.rest

    def without(self, other: "OperationSet") -> "OperationSet":
        """Those that are not in the other set."""
        more = self.upto - other.upto
        rest = (self.rest << more | (1 << more) - 1) if more >= 0 else self.rest >> -more
        rest &= ~other.rest
        return OperationSet.of(0, rest << other.upto) if rest else NONE

    def lacking(self, first: int, mask: int) -> int:
        """Of the operations that a mask names, the lowest bit of which stands for `first`, those that are not in the
        set, as such a mask. No bit stands for what is no operation."""
        named = self.upto + 1 - first
        if named >= 0:
            return (mask >> named & ~self.rest) << named
        return mask & ~(self.rest >> -named)

    def numbers(self) -> Iterator[int]:
        """The numbers, ascending."""
        yield from range(1, self.upto + 1)
        for at in bits(self.rest):
            yield self.upto + 1 + at

    def __bool__(self) -> bool:
        return self.upto > 0 or self.rest > 0


NONE = OperationSet(0, 0)


def bits(mask: int) -> Iterator[int]:
    """The numbers that a mask names, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
