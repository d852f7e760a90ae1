"""A = Q * R, where Q is a product of reflections I - tau * v * v^H (LAPACK geqrf, orgqr, ormqr)."""

from math import copysign

from opmodels.libraries.cusolver.factors.precision import (
    Column,
    NumberColumns,
    Precision,
    RealOrComplex,
    adjoint,
    minus,
    norm,
)


def factorise(columns: NumberColumns, rows: int, precision: Precision) -> Column:
    """Put R in place of the upper triangle, and the vectors below it, whose first number is 1: the factors tau."""
    taus: Column = []
    for step in range(min(rows, len(columns))):
        tau = _reflection(columns[step], step, precision)
        taus.append(tau)
        if tau != 0:
            vector = _vector(columns[step], step, precision)
            for other in columns[step + 1 :]:
                _reflect(other, vector, tau.conjugate(), step, precision)
    return taus


def _reflection(column: Column, step: int, precision: Precision) -> RealOrComplex:
    """LAPACK larfg: the number at `step` becomes that of R, those below it become v; tau."""
    alpha, below = column[step], column[step + 1 :]
    if norm(below) == 0 and alpha.imag == 0:
        return precision.zero
    beta = -copysign(norm([alpha, *below]), alpha.real)
    tau: RealOrComplex = (beta - alpha.real) / beta
    if precision.is_complex:
        tau = complex(tau.real, -alpha.imag / beta)
    difference = alpha - beta
    column[step:] = precision.all([beta + precision.zero, *(number / difference for number in below)])
    return precision.round(tau)


def _vector(column: Column, step: int, precision: Precision) -> Column:
    return [precision.one, *column[step + 1 :]]


def _reflect(column: Column, vector: Column, tau: RealOrComplex, step: int, precision: Precision) -> None:
    product = sum(a.conjugate() * b for a, b in zip(vector, column[step:], strict=True))
    minus(column, tau * product, vector, step, precision)


def multiply(
    columns: NumberColumns, taus: Column, target: NumberColumns, precision: Precision, *, transposes: bool
) -> None:
    """Put Q * C, or Q^H * C, in place of C."""
    steps = range(len(taus))
    for step in steps if transposes else reversed(steps):
        tau = taus[step].conjugate() if transposes else taus[step]
        vector = _vector(columns[step], step, precision)
        for column in target:
            _reflect(column, vector, tau, step, precision)


def multiplied_from_right(
    columns: NumberColumns, taus: Column, target: NumberColumns, rows: int, precision: Precision, *, transposes: bool
) -> NumberColumns:
    """C * Q, or C * Q^H, where C has so many rows."""
    other = adjoint(target, rows)
    multiply(columns, taus, other, precision, transposes=not transposes)
    return adjoint(other, len(target))


def first_columns(columns: NumberColumns, taus: Column, rows: int, count: int, precision: Precision) -> NumberColumns:
    """The first columns of Q."""
    found = precision.identity(rows, count)
    multiply(columns, taus, found, precision, transposes=False)
    return found
