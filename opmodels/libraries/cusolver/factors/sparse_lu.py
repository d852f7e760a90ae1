"""P * A * Q = L * U of a sparse matrix, where the column with the fewest numbers comes first, and its pivot is on the
diagonal if that is not much smaller than the largest.

The order of the steps is one of many: solutions do not depend on it but for rounding.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop, heappush

from opmodels.libraries.cusolver.factors.precision import Column, Precision, RealOrComplex, magnitude

MOST_STEPS = 1 << 26
"""Multiplications after which a factorisation is given up."""
_THRESHOLD = 0.1


@dataclass(frozen=True)
class CompressedRows:
    """A square matrix in CSR, from 0: entries at the same place are added up."""

    size: int
    offsets: tuple[int, ...]
    indices: tuple[int, ...]
    values: tuple[RealOrComplex, ...]
    precision: Precision

    def rows(self) -> list[dict[int, RealOrComplex]]:
        """The entries of each row by their columns."""
        found: list[dict[int, RealOrComplex]] = []
        for row in range(self.size):
            entries: dict[int, RealOrComplex] = {}
            for place in range(self.offsets[row], self.offsets[row + 1]):
                column = self.indices[place]
                entries[column] = entries.get(column, self.precision.zero) + self.values[place]
            found.append(entries)
        return found

    def is_hermitian(self) -> bool:
        """Is it its own conjugate transpose?"""
        rows = self.rows()
        return all(
            rows[column].get(row, 0) == value.conjugate()
            for row, entries in enumerate(rows) for column, value in entries.items()
        )  # fmt: skip


@dataclass(frozen=True)
class SparseFactors:
    """The rows and columns in the order of the steps, the pivots, and the rows of U and columns of L behind them;
    `is_definite`: all steps were on the diagonal, with positive pivots."""

    row_order: tuple[int, ...]
    column_order: tuple[int, ...]
    pivots: tuple[RealOrComplex, ...]
    upper: tuple[Mapping[int, RealOrComplex], ...]
    lower: tuple[Mapping[int, RealOrComplex], ...]
    is_definite: bool

    @property
    def least_pivot(self) -> float:
        """The smallest magnitude of a pivot."""
        return min(map(abs, self.pivots), default=1.0)


class _Elimination:
    """What is left of the matrix, step by step."""

    def __init__(self, matrix: CompressedRows, *, diagonal: bool) -> None:
        self.precision, self.diagonal = matrix.precision, diagonal
        self.rows = matrix.rows()
        self.columns: list[set[int]] = [set() for _ in range(matrix.size)]
        for row, entries in enumerate(self.rows):
            for column in entries:
                self.columns[column].add(row)
        self.heap = [(len(rows), column) for column, rows in enumerate(self.columns)]
        heapify(self.heap)
        self.done = [False] * matrix.size
        self.work = 0

    def next_column(self) -> int:
        """The column with the fewest numbers that are left."""
        while True:
            count, column = heappop(self.heap)
            if not self.done[column] and count == len(self.columns[column]):
                self.done[column] = True
                return column

    def pivot_row(self, column: int) -> int | None:
        """Where the pivot of a column is; None if nothing but zeros is left."""
        candidates = self.columns[column]
        most = max((magnitude(self.rows[row][column]) for row in candidates), default=0.0)
        if most == 0:
            return None
        if column in candidates:
            own = magnitude(self.rows[column][column])
            if own >= _THRESHOLD * most or (self.diagonal and own > 0):
                return column
        # Of those that are large enough, the row with the fewest numbers.
        good = [row for row in candidates if magnitude(self.rows[row][column]) >= _THRESHOLD * most]
        return min(good, key=lambda row: (len(self.rows[row]), row))

    def eliminate(
        self, row: int, column: int
    ) -> tuple[RealOrComplex, dict[int, RealOrComplex], dict[int, RealOrComplex]]:
        """Take a row and a column out: the pivot, the rest of the row, and the factors of the other rows."""
        entries = self.rows[row]
        pivot = entries.pop(column)
        factors: dict[int, RealOrComplex] = {}
        others = self.columns[column]
        others.discard(row)
        for inner in entries:
            self.columns[inner].discard(row)
        for other in others:
            target = self.rows[other]
            factor = factors[other] = self.precision.round(target.pop(column) / pivot)
            if factor == 0:
                continue
            self.work += len(entries)
            for inner, value in entries.items():
                if inner in target:
                    target[inner] -= factor * value
                else:
                    target[inner] = -factor * value
                    self.columns[inner].add(other)
            if self.precision.is_single:
                for inner in entries:
                    target[inner] = self.precision.round(target[inner])
        for inner in entries:
            heappush(self.heap, (len(self.columns[inner]), inner))
        self.columns[column] = set()
        return pivot, entries, factors


@lru_cache(maxsize=4)
def factorise(
    matrix: CompressedRows, *, diagonal: bool = False, order: tuple[tuple[int, ...], tuple[int, ...]] | None = None
) -> SparseFactors | None:
    """The factors; None if a pivot is 0. Takes pivots on the `diagonal` wherever it is not 0, or all rows and columns
    in a given `order`. Raises ArithmeticError for what takes too long."""
    left = _Elimination(matrix, diagonal=diagonal)
    rows, columns, pivots, upper, lower = [], [], [], [], []
    for step in range(matrix.size):
        column = left.next_column() if order is None else order[1][step]
        row = left.pivot_row(column) if order is None else order[0][step]
        if row is None or not left.rows[row].get(column):
            return None
        pivot, entries, factors = left.eliminate(row, column)
        if left.work > MOST_STEPS:
            raise ArithmeticError("too much work")
        rows.append(row)
        columns.append(column)
        pivots.append(pivot)
        upper.append(entries)
        lower.append(factors)
    small = 1024 * matrix.precision.epsilon  # rounding leaves a little of what would be real
    definite = rows == columns and all(pivot.real > 0 and abs(pivot.imag) <= small * pivot.real for pivot in pivots)
    return SparseFactors(tuple(rows), tuple(columns), tuple(pivots), tuple(upper), tuple(lower), definite)


def solve(factors: SparseFactors, right: Column, precision: Precision) -> Column:
    """x, for which A * x = b."""
    b = list(right)
    for row, factor in zip(factors.row_order, factors.lower, strict=True):
        value = b[row]
        if value != 0:
            for other, number in factor.items():
                b[other] = precision.round(b[other] - number * value)
    x: Column = [precision.zero] * len(b)
    steps = list(zip(factors.row_order, factors.column_order, factors.pivots, factors.upper, strict=True))
    for row, column, pivot, entries in reversed(steps):
        total = b[row] - sum(value * x[inner] for inner, value in entries.items())
        x[column] = precision.round(total / pivot)
    return x
