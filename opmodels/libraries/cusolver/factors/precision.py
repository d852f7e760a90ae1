"""Rounding of numbers to the type of a matrix. A number is a float, or a complex for the complex types."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

RealOrComplex = float | complex
Column = list[RealOrComplex]
NumberColumns = list[Column]
"""A matrix, by columns, all of one length."""


@dataclass(frozen=True, slots=True)
class Precision:
    """What results of operations are rounded to: float or double, real or complex."""

    is_single: bool
    is_complex: bool

    @property
    def epsilon(self) -> float:
        """The distance from 1 to the next number."""
        return 2.0**-23 if self.is_single else 2.0**-52

    @property
    def zero(self) -> RealOrComplex:
        """0."""
        return 0j if self.is_complex else 0.0

    @property
    def one(self) -> RealOrComplex:
        """1."""
        return 1 + 0j if self.is_complex else 1.0

    def all(self, numbers: Sequence[RealOrComplex]) -> Column:
        """Numbers, each rounded: what is far too large becomes infinite, which is no result."""
        if not self.is_single:
            return list(numbers)
        if not self.is_complex:
            return list(array("f", [number.real for number in numbers]))
        real = array("f", [number.real for number in numbers])
        imaginary = array("f", [number.imag for number in numbers])
        return [complex(r, i) for r, i in zip(real, imaginary, strict=True)]

    def round(self, number: RealOrComplex) -> RealOrComplex:
        """A number, rounded."""
        return self.all([number])[0] if self.is_single else number

    def identity(self, size: int, columns: int | None = None) -> NumberColumns:
        """The first columns of the identity."""
        count = size if columns is None else columns
        return [[self.one if row == column else self.zero for row in range(size)] for column in range(count)]


def magnitude(number: RealOrComplex) -> float:
    """By which BLAS compares numbers: |real| + |imaginary|."""
    return abs(number.real) + abs(number.imag)


def norm(numbers: Sequence[RealOrComplex]) -> float:
    """The length of a vector."""
    return hypot(*(part for number in numbers for part in (number.real, number.imag)))


def adjoint(columns: NumberColumns, rows: int) -> NumberColumns:
    """The conjugate transpose of a matrix with so many rows."""
    return [[column[row].conjugate() for column in columns] for row in range(rows)]


def transposed(columns: NumberColumns, rows: int) -> NumberColumns:
    """The transpose of a matrix with so many rows."""
    return [[column[row] for column in columns] for row in range(rows)]


def minus(column: Column, factor: RealOrComplex, other: Column, begin: int, precision: Precision) -> None:
    """column -= factor * other, in the rows from `begin` on; `other` is what stands in these rows."""
    if factor != 0:
        column[begin:] = precision.all([a - factor * b for a, b in zip(column[begin:], other, strict=True)])
