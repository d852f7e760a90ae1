"""Vectors and matrices as cuBLAS gets them (cuBLAS reference, "Data Layout").

Matrices are stored by columns. A vector with a negative increment begins at its other end, as in BLAS.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.element import Element, Number, converted, load, store


def integer(ctx: ModelContext, value: Value) -> int:
    """An int argument; one run for each value that is possible."""
    return signed(ctx.concretize(value, I32), 32)


@dataclass(frozen=True, slots=True)
class VectorOperand:
    """`count` numbers, each `step` numbers behind the one before it."""

    pointer: Value
    count: int
    step: int
    element: Element

    def check(self, ctx: ModelContext, what: str, *, write: bool = False) -> None:
        """Require that all of it is memory that the device reaches."""
        if self.count > 0:
            extent = (self.count - 1) * abs(self.step) + 1
            check_device_range(ctx, self.pointer, extent * self.element.size, what, write=write)

    def _place(self, ctx: ModelContext, index: int) -> Value:
        first = 0 if self.step >= 0 else (1 - self.count) * self.step
        return ctx.add(self.pointer, (first + index * self.step) * self.element.size)

    def read(self, ctx: ModelContext) -> list[Number]:
        """All numbers."""
        return [load(ctx, self._place(ctx, i), self.element, cross=True) for i in range(self.count)]

    def read_as(self, ctx: ModelContext, compute: Element) -> list[Number]:
        """All numbers, in the type that is computed in."""
        return [converted(ctx, number, self.element, compute) for number in self.read(ctx)]

    def write_as(self, ctx: ModelContext, numbers: Sequence[Number], compute: Element) -> None:
        """Set all numbers to those of the type that is computed in."""
        self.write(ctx, [converted(ctx, number, compute, self.element) for number in numbers])

    def write(self, ctx: ModelContext, numbers: Sequence[Number]) -> None:
        """Set all numbers."""
        for index, number in enumerate(numbers):
            store(ctx, self._place(ctx, index), number, self.element, cross=True)

    def as_matrix(self) -> "Matrix | None":
        """A matrix of one column; None if there are gaps between the numbers, or they are in the other order."""
        return Matrix(self.pointer, self.count, 1, self.count, self.element) if self.step == 1 else None


@dataclass(frozen=True, slots=True)
class Matrix:
    """`rows` times `columns` numbers; columns begin `leading` numbers behind each other."""

    pointer: Value
    rows: int
    columns: int
    leading: int
    element: Element

    def check(self, ctx: ModelContext, what: str, *, write: bool = False) -> None:
        """Require that all of it is memory that the device reaches."""
        if self.rows > 0 and self.columns > 0:
            extent = (self.columns - 1) * self.leading + self.rows
            check_device_range(ctx, self.pointer, extent * self.element.size, what, write=write)

    def _place(self, ctx: ModelContext, row: int, column: int) -> Value:
        return ctx.add(self.pointer, (column * self.leading + row) * self.element.size)

    def read(self, ctx: ModelContext) -> list[list[Number]]:
        """The columns."""
        return [
            [load(ctx, self._place(ctx, row, column), self.element, cross=True) for row in range(self.rows)]
            for column in range(self.columns)
        ]

    def read_bytes(self, ctx: ModelContext) -> bytes | None:
        """All numbers, one column behind the other; None if some are not known."""
        count, column = self._pieces()
        found = [ctx.load_bytes(self._place(ctx, 0, c), column, cross=True) for c in range(count)]
        return b"".join(found) if all(isinstance(data, bytes) for data in found) else None  # type: ignore[arg-type]

    def write_bytes(self, ctx: ModelContext, data: bytes) -> None:
        """Set all numbers to those that `read_bytes` would give."""
        count, column = self._pieces()
        for c in range(count):
            piece = data[c * column : (c + 1) * column]
            ctx.store_bytes(self._place(ctx, 0, c), piece, self.element.size, cross=True)

    def _pieces(self) -> tuple[int, int]:
        """How many pieces without a gap there are, and their bytes."""
        column = self.rows * self.element.size
        return (1, self.columns * column) if self.leading == self.rows else (self.columns, column)

    def write(self, ctx: ModelContext, columns: Sequence[Sequence[Number]]) -> None:
        """Set all numbers."""
        for c, column in enumerate(columns):
            for r, number in enumerate(column):
                store(ctx, self._place(ctx, r, c), number, self.element, cross=True)
