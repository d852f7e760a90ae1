"""The accesses to an object in stream operations other than the one that accesses it now: which of them may race?

There may be thousands, as many as were issued since the host has waited. Few of them run beside a given one, which
bits tell, or few of these touch the same bytes, which a grid tells.
"""

from collections.abc import Iterable
from typing import Generic, Protocol, Self, TypeVar

from cudabmc.state.events import HOST, ByteRange
from cudabmc.state.order import OperationSet, bits
from cudabmc.state.place_grid import PlaceGrid


class AccessTable(Protocol):
    """What is asked of a table: whose accesses it has, where all of them are, whether one `writes`, and whose it is."""

    operation: int
    owner: object

    @property
    def writes(self) -> bool: ...

    @property
    def place(self) -> ByteRange: ...

    def clone(self) -> Self: ...


Table = TypeVar("Table", bound=AccessTable)

FEW = 16
"""So many tables are looked at one by one."""


class TablesBehind(Generic[Table]):
    """Tables of accesses by the numbers of their operations, in the order in which they came here. They do not change
    as long as they are here; those that have the `token` as their owner are nobody else's."""

    __slots__ = ("_ages", "_first", "_mask", "_readers", "_writers", "tables", "token")

    def __init__(self) -> None:
        self.token = object()
        self.tables: dict[int, Table] = {}
        self._ages: dict[int, int] = {}
        self._first, self._mask = 1, 0  # the numbers but for that of the host: bit 0 stands for the first
        self._readers: PlaceGrid[int] | None = None  # the two are made when they are first needed
        self._writers: PlaceGrid[int] | None = None

    def clone(self) -> "TablesBehind[Table]":
        """An independent copy, with the same tables."""
        other = TablesBehind[Table]()
        self.token = object()
        other.tables, other._ages = dict(self.tables), dict(self._ages)
        other._first, other._mask = self._first, self._mask
        return other

    def own(self, number: int) -> Table | None:
        """The table of an operation, to be changed by whoever takes it from here."""
        table = self.tables.get(number)
        return table if table is None or table.owner is self.token else table.clone()

    def add(self, table: Table) -> None:
        """A table comes here."""
        number = table.operation
        table.owner = self.token
        self._ages[number] = next(reversed(self._ages.values()), 0) + 1
        self.tables[number] = table
        if number != HOST:
            if not self._mask:
                self._first = number
            elif number < self._first:
                self._mask <<= self._first - number
                self._first = number
            self._mask |= 1 << (number - self._first)
        grid = self._writers if table.writes else self._readers
        if grid is not None:
            grid.add(number, table.place)

    def remove(self, number: int) -> None:
        """The table of an operation is not here any more."""
        table = self.tables.pop(number, None)
        if table is None:
            return
        del self._ages[number]
        if number != HOST:
            self._mask &= ~(1 << (number - self._first))
            gone = (self._mask & -self._mask).bit_length() - 1
            if gone > 0:
                self._mask >>= gone
                self._first += gone
        grid = self._writers if table.writes else self._readers
        if grid is not None:
            grid.remove(number, table.place)

    def forget(self, settled: OperationSet, *, idle: bool) -> None:
        """The tables of operations that are settled are not needed any more; nor is that of the host if the device is
        idle."""
        gone = self._mask & ~settled.lacking(self._first, self._mask)
        first = self._first
        for at in bits(gone):
            self.remove(first + at)
        if idle:
            self.remove(HOST)

    def are_over(self, settled: OperationSet, *, idle: bool) -> bool:
        """Are none left then?"""
        return (idle or HOST not in self.tables) and not settled.lacking(self._first, self._mask)

    def beside(self, known: OperationSet, place: ByteRange, *, reads: bool) -> list[Table]:
        """The tables of operations that are not known, if they may touch the place, the latest first. A read is looked
        for in those alone that write."""
        found = self._unknown(known)
        if found is None:
            found = [number for number in self._near(place, reads) if not known.has(number)]
        tables = [self.tables[number] for number in sorted(found, reverse=True)]
        return [table for table in tables if table.writes] if reads else tables

    def few_beside(self, known: OperationSet) -> list[Table] | None:
        """All that are not known in the order in which they came here; None if they are not few."""
        found = self._unknown(known)
        return None if found is None else self._in_order(found)

    def near(self, place: ByteRange) -> list[Table]:
        """All that may touch the place, in the order in which they came here."""
        return self._in_order(self._near(place, False))

    def _in_order(self, numbers: Iterable[int]) -> list[Table]:
        return [self.tables[number] for number in sorted(numbers, key=self._ages.__getitem__)]

    def _unknown(self, known: OperationSet) -> list[int] | None:
        left = known.lacking(self._first, self._mask)
        if left.bit_count() > FEW:
            return None
        found = [self._first + at for at in bits(left)]
        return [HOST, *found] if HOST in self.tables else found

    def _near(self, place: ByteRange, reads: bool) -> set[int]:
        if self._writers is None or self._readers is None:
            self._writers, self._readers = PlaceGrid(), PlaceGrid()
            for number, table in self.tables.items():
                (self._writers if table.writes else self._readers).add(number, table.place)
        found = self._writers.near(place)
        return found if reads else found | self._readers.near(place)
