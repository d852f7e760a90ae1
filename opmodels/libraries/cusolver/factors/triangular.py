"""Systems with a triangular matrix."""

from opmodels.libraries.cusolver.factors.precision import Column, NumberColumns, Precision, minus


def solve(
    columns: NumberColumns, right: Column, precision: Precision, *, lower: bool, unit: bool = False, operation: int = 0
) -> None:
    """Put x in place of b: op(T) * x = b, where op takes T as it is (0), transposed (1) or conjugated too (2). Only the
    triangle of T is looked at, and not its diagonal if that is `unit`."""
    size = len(columns)
    forwards = lower == (operation == 0)
    for step in range(size) if forwards else range(size - 1, -1, -1):
        column = columns[step]
        diagonal = column[step].conjugate() if operation == 2 else column[step]
        rest = range(step + 1, size) if lower else range(step)
        if operation == 0:
            if not unit:
                right[step] = precision.round(right[step] / diagonal)
            _subtract(right, right[step], column, rest, precision)
            continue
        pairs = zip(column[rest.start : rest.stop], right[rest.start : rest.stop], strict=True)
        products = (a.conjugate() * b for a, b in pairs) if operation == 2 else (a * b for a, b in pairs)
        found = precision.round(right[step] - sum(products))
        right[step] = found if unit else precision.round(found / diagonal)


def _subtract(right: Column, factor: complex, column: Column, rest: range, precision: Precision) -> None:
    if rest.stop == len(right):
        minus(right, factor, column[rest.start :], rest.start, precision)
    elif factor != 0:
        pairs = zip(right[: rest.stop], column[: rest.stop], strict=True)
        right[: rest.stop] = precision.all([a - factor * b for a, b in pairs])
