"""P * A = L * U with partial pivoting (LAPACK getrf, getrs)."""

from fractions import Fraction

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


_SLACK = 64.0
_MOST_EXACT = 24


def has_doubtful_pivot(original: NumberColumns, factors: NumberColumns, exchanged: list[int], rows: int,
                       precision: Precision) -> bool:  # fmt: skip
    """May another way to round make a pivot 0 that is not, or the other way round? Not where the column was 0 from the
    beginning, nor where nothing was rounded at all."""
    bound = _SLACK * max(rows, len(factors)) * precision.epsilon
    small = [
        step for step in range(min(rows, len(factors)))
        if abs(factors[step][step]) <= bound * max(map(abs, original[step])) and any(original[step])
    ]  # fmt: skip
    return bool(small) and not _is_exact(original, factors, exchanged, rows)


def is_about_singular(factors: NumberColumns, precision: Precision) -> bool:
    """Is a pivot so small, beside the other numbers of its column of U, that it may be rounding alone?"""
    bound = _SLACK * len(factors) * precision.epsilon
    return any(abs(column[step]) <= bound * max(map(abs, column[: step + 1])) for step, column in enumerate(factors))


def _is_exact(original: NumberColumns, factors: NumberColumns, exchanged: list[int], rows: int) -> bool:
    """Is P * A = L * U without any rounding? Then each step was exact too, as far as the pivots depend on it."""
    if max(rows, len(factors)) > _MOST_EXACT or any(isinstance(number, complex) for number in factors[0]):
        return False
    wanted = [list(map(Fraction, column)) for column in original]  # type: ignore[arg-type]
    for row, other in enumerate(exchanged):
        for column in wanted:
            column[row], column[other - 1] = column[other - 1], column[row]
    exact = [list(map(Fraction, column)) for column in factors]  # type: ignore[arg-type]
    for j, column in enumerate(exact):
        for i in range(rows):
            inner = sum((exact[k][i] * column[k] for k in range(min(i, j + 1))), Fraction(0))
            if inner + (column[i] if i <= j else 0) != wanted[j][i]:
                return False
    return True


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
