"""Which stream operations are done before something happens: the order that the API gives.

A stream operation is a kernel, a transfer or a host function that was issued to a stream; they are numbered as
they are issued. An order names the operations that have ended, as alternatives under guards where that depends on
inputs (a wait under a condition).

A program may issue very many, and nearly all that were issued before an operation come before it. So a set of them is a
number up to which it has all, as in a vector clock, and a mask of those behind the first that is missing. What it costs
depends on how long ago an operation was issued that is missing, and not on how many have been issued.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from cudabmc import terms
from cudabmc.state.value import Value


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


Order: TypeAlias = tuple[tuple[OperationSet, Value], ...]

NOTHING: Order = ()


def only(number: int) -> Order:
    """The order that names one operation."""
    return ((NONE.with_(number), True),)


def join(*orders: Order) -> Order:
    """All that any of them names."""
    sure = NONE
    rest: dict[OperationSet, Value] = {}
    for order in orders:
        for named, guard in order:
            if guard is True:
                sure = sure.union(named)
            else:
                rest[named] = terms.lor(rest.get(named, False), guard)
    return _of(sure, rest.items()) if rest else (((sure, True),) if sure else NOTHING)


def with_one(order: Order, number: int) -> Order:
    """What it names, and one operation more."""
    return _of(sure(order).with_(number), (part for part in order if part[1] is not True))


def _of(sure: OperationSet, rest: Iterable[tuple[OperationSet, Value]]) -> Order:
    kept = tuple(part for part in rest if not part[0].within(sure))
    return ((sure, True), *kept) if sure else kept


def under(order: Order, guard: Value) -> Order:
    """What it names, but only where `guard` holds."""
    if guard is True:
        return order
    found = [(named, terms.land(holds, guard)) for named, holds in order]
    return tuple(part for part in found if part[1] is not False)


def holds(order: Order, number: int) -> Value:
    """Where does it name the operation?"""
    if sure(order).has(number):
        return True
    return terms.lor(*(guard for named, guard in order if named.has(number)))


def sure(order: Order) -> OperationSet:
    """The operations that it names for all inputs."""
    return order[0][0] if order and order[0][1] is True else NONE


def most(order: Order) -> OperationSet:
    """The operations that it names for any input."""
    found = NONE
    for named, _ in order:
        found = found.union(named)
    return found
