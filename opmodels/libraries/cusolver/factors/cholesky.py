"""A = L * L^H of a matrix that is positive definite (LAPACK potrf, potrs, potri).

All is done with L; for the upper triangle, L is the conjugate transpose of what stands there.
"""

from math import sqrt

from opmodels.libraries.cusolver.factors.precision import NumberColumns, Precision, minus
from opmodels.libraries.cusolver.factors.triangular import solve

_SLACK = 64.0


def factorise(columns: NumberColumns, precision: Precision) -> int | None:
    """Put L in place of the lower triangle: 0, or the order of the first leading minor that is not positive
    definite, behind which nothing is done. None if the way to round decides which it is."""
    size = len(columns)
    bounds = [_SLACK * size * precision.epsilon * abs(column[step]) for step, column in enumerate(columns)]
    for step, column in enumerate(columns):
        diagonal = column[step].real
        if step > 0 and bounds[step] > 0 and abs(diagonal) <= bounds[step]:
            return None
        if not diagonal > 0:
            return step + 1
        root = precision.round(sqrt(diagonal))
        below = precision.all([number / root for number in column[step + 1 :]])
        column[step:] = [root + precision.zero, *below]
        for index in range(step + 1, size):
            factor = column[index].conjugate()
            minus(columns[index], factor, below[index - step - 1 :], index, precision)
    return 0


def solve_factored(factor: NumberColumns, right: NumberColumns, precision: Precision) -> None:
    """Put X in place of B: A * X = B."""
    for column in right:
        solve(factor, column, precision, lower=True)
        solve(factor, column, precision, lower=True, operation=2)


def inverse(factor: NumberColumns, precision: Precision) -> tuple[NumberColumns | None, int]:
    """The inverse of A; none if a number on the diagonal of L is 0, and which one (from 1)."""
    for step, column in enumerate(factor):
        if column[step] == 0:
            return None, step + 1
    found = precision.identity(len(factor))
    solve_factored(factor, found, precision)
    return found, 0
