"""A = L * D * L^T of a symmetric matrix, where D has blocks of one and of two rows, by the diagonal pivoting of Bunch
and Kaufman (LAPACK sytrf, sytrs). Matrices of complex numbers are symmetric, not Hermitian.

All is done in the lower triangle: U * D * U^T is the same of the matrix with its rows and columns in reverse.
"""

from math import sqrt

from opmodels.libraries.cusolver.factors.precision import Column, NumberColumns, Precision, magnitude

_ALPHA = (1 + sqrt(17.0)) / 8


def reversed_order(columns: NumberColumns) -> NumberColumns:
    """The matrix with rows and columns in reverse order."""
    return [column[::-1] for column in columns[::-1]]


def reversed_pivots(pivots: list[int]) -> list[int]:
    """Pivots of the matrix in reverse order."""
    size = len(pivots)
    return [size + 1 - pivot if pivot > 0 else -(size + 1 + pivot) for pivot in pivots[::-1]]


def factorise(columns: NumberColumns, precision: Precision, *, last: bool = False) -> tuple[list[int], int]:
    """Put L and D in place of the lower triangle: the pivots as LAPACK has them, and the first i (from 1) for which
    D(i, i) is 0, or 0. Of equal candidates the first is taken, or the `last`."""
    size, step, info = len(columns), 0, 0
    pivots = [0] * size
    while step < size:
        other, width = _pivot(columns, step, last=last)
        if width == 0:
            info, other, width = info or step + 1, step, 1
            pivots[step] = step + 1
            step += 1
            continue
        at = step + width - 1
        if other != at:
            _exchange(columns, at, other)
            if width == 2:
                columns[step][at], columns[step][other] = columns[step][other], columns[step][at]
        if width == 1:
            pivots[step] = other + 1
            _eliminate(columns, step, precision)
        else:
            pivots[step] = pivots[at] = -(other + 1)
            _eliminate_two(columns, step, precision)
        step += width
    return pivots, info


def _largest(numbers: list[tuple[int, float]], *, last: bool) -> tuple[int, float]:
    return max(numbers[::-1] if last else numbers, key=lambda pair: pair[1], default=(0, 0.0))


def _pivot(columns: NumberColumns, step: int, *, last: bool) -> tuple[int, int]:
    """Which row is the pivot, and how wide its block is: 0 if there is nothing but zeros."""
    size, column = len(columns), columns[step]
    here = magnitude(column[step])
    largest, most = _largest([(i, magnitude(column[i])) for i in range(step + 1, size)], last=last)
    if max(here, most) == 0:
        return step, 0
    if here >= _ALPHA * most:
        return step, 1
    row = [magnitude(columns[j][largest]) for j in range(step, largest)]
    below = [magnitude(number) for number in columns[largest][largest + 1 :]]
    most_of_row = max([*row, *below])
    if here >= _ALPHA * most * (most / most_of_row):
        return step, 1
    if magnitude(columns[largest][largest]) >= _ALPHA * most_of_row:
        return largest, 1
    return largest, 2


def _exchange(columns: NumberColumns, at: int, other: int) -> None:
    """Exchange two rows and columns, at < other, of the part of the matrix that is left."""
    size, a, b = len(columns), columns[at], columns[other]
    a[other + 1 :], b[other + 1 :] = b[other + 1 : size], a[other + 1 : size]
    for j in range(at + 1, other):
        a[j], columns[j][other] = columns[j][other], a[j]
    a[at], b[other] = b[other], a[at]


def _eliminate(columns: NumberColumns, step: int, precision: Precision) -> None:
    column = columns[step]
    below = precision.all([number / column[step] for number in column[step + 1 :]])
    for index in range(step + 1, len(columns)):
        factor = column[index]
        if factor != 0:
            tail, target = below[index - step - 1 :], columns[index]
            target[index:] = precision.all([x - factor * y for x, y in zip(target[index:], tail, strict=True)])
    column[step + 1 :] = below


def _eliminate_two(columns: NumberColumns, step: int, precision: Precision) -> None:
    first, second = columns[step], columns[step + 1]
    off = first[step + 1]
    d11, d22 = second[step + 1] / off, first[step] / off
    scale = 1 / ((d11 * d22 - 1) * off)
    found: list[tuple[complex, complex]] = []
    for index in range(step + 2, len(columns)):
        x = scale * (d11 * first[index] - second[index])
        y = scale * (d22 * second[index] - first[index])
        found.append((precision.round(x), precision.round(y)))
    for place, (x, y) in enumerate(found):
        index = step + 2 + place
        target = columns[index]
        target[index:] = precision.all([
            number - first[index + i] * x - second[index + i] * y for i, number in enumerate(target[index:])
        ])  # fmt: skip
    first[step + 2 :] = [x for x, _ in found]
    second[step + 2 :] = [y for _, y in found]


def solve_factored(columns: NumberColumns, pivots: list[int], right: NumberColumns, precision: Precision) -> None:
    """Put X in place of B: A * X = B."""
    blocks, step = [], 0
    while step < len(columns):
        width = 1 if pivots[step] > 0 else 2
        blocks.append((step, width))
        step += width
    for column in right:
        for step, width in blocks:
            _exchange_rows(column, step + width - 1, abs(pivots[step]) - 1)
            _forward(columns, column, step, width, precision)
        for step, width in reversed(blocks):
            for at in range(step, step + width):
                rest = sum(columns[at][i] * column[i] for i in range(step + width, len(columns)))
                column[at] = precision.round(column[at] - rest)
            _exchange_rows(column, step + width - 1, abs(pivots[step]) - 1)


def _exchange_rows(column: Column, at: int, other: int) -> None:
    column[at], column[other] = column[other], column[at]


def _forward(columns: NumberColumns, column: Column, step: int, width: int, precision: Precision) -> None:
    for at in range(step, step + width):
        for index in range(step + width, len(columns)):
            column[index] = precision.round(column[index] - columns[at][index] * column[at])
    if width == 1:
        column[step] = precision.round(column[step] / columns[step][step])
        return
    off = columns[step][step + 1]
    first, second = columns[step][step] / off, columns[step + 1][step + 1] / off
    determinant = first * second - 1
    x, y = column[step] / off, column[step + 1] / off
    column[step] = precision.round((second * x - y) / determinant)
    column[step + 1] = precision.round((first * y - x) / determinant)
