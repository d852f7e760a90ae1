"""P * A = L * U with partial pivoting (LAPACK getrf, getrs)."""

from opmodels.libraries.cusolver.factors.precision import NumberColumns, Precision, magnitude, minus
from opmodels.libraries.cusolver.factors.triangular import solve


def factorise(
    columns: NumberColumns, rows: int, precision: Precision, *, pivoting: bool = True
) -> tuple[list[int], int]:
    """Put L and U in place of A: the rows (from 1) that were exchanged, and the first i (from 1) for which U(i, i) is
    0, or 0. Of equal candidates for a pivot the first is taken."""
    exchanged, info = [], 0
    for step in range(min(rows, len(columns))):
        column = columns[step]
        best = max(range(step, rows), key=lambda row: magnitude(column[row])) if pivoting else step
        exchanged.append(best + 1)
        if column[best] == 0:
            info = info or step + 1
            if pivoting:
                continue
        if best != step:
            for other in columns:
                other[step], other[best] = other[best], other[step]
        pivot, begin = column[step], step + 1
        below = column[begin:] = precision.all([number / pivot for number in column[begin:]])
        for other in columns[begin:]:
            minus(other, other[step], below, begin, precision)
    return exchanged, info


def solve_factored(
    factors: NumberColumns, exchanged: list[int] | None, right: NumberColumns, operation: int, precision: Precision
) -> None:
    """Put X in place of B: op(A) * X = B."""
    for column in right:
        if operation == 0:
            _exchange(column, exchanged or [])
            solve(factors, column, precision, lower=True, unit=True)
            solve(factors, column, precision, lower=False)
        else:
            solve(factors, column, precision, lower=False, operation=operation)
            solve(factors, column, precision, lower=True, unit=True, operation=operation)
            _exchange(column, exchanged or [], backwards=True)


def _exchange(column: list[complex], exchanged: list[int], *, backwards: bool = False) -> None:
    pairs = list(enumerate(exchanged))
    for row, other in reversed(pairs) if backwards else pairs:
        column[row], column[other - 1] = column[other - 1], column[row]
