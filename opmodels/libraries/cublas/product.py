"""Matrix products on numbers: alpha * op(A) * op(B) + beta * C."""

from collections.abc import Sequence

from cudabmc.modelapi import ModelContext
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.element import Element, Number, add, choose, conjugate, is_zero, multiply

Columns = Sequence[Sequence[Number]]


def operated(ctx: ModelContext, matrix: Columns, operation: int, element: Element) -> list[list[Number]]:
    """The columns of op(matrix): itself, transposed, or transposed and conjugated."""
    if operation == 0:
        return [list(column) for column in matrix]
    rows = [list(row) for row in zip(*matrix, strict=True)]
    return rows if operation == 1 else [[conjugate(ctx, number, element) for number in row] for row in rows]


def product(
    ctx: ModelContext, alpha: Number, a: Columns, b: Columns, beta: Number, c: Columns | None, element: Element
) -> list[list[Number]]:
    """The columns of the result. `a` and `b` are columns after their operations; `c` is None where beta is
    0 and the old values are not looked at. A factor alpha of 0 leaves the product out."""
    rows = len(a[0]) if a else len(c[0]) if c else 0
    work = rows * len(a) * len(b)
    operands = [(alpha, beta), *a, *b, *(c or ())]
    if not is_computed(ctx, operands, work):
        return [[arbitrary(ctx, element) for _ in range(rows)] for _ in b]
    return [
        [
            _with_old(ctx, _scaled_sum(ctx, alpha, [p[r] for p in a], column, element), beta, c, (r, index), element)
            for r in range(rows)
        ]
        for index, column in enumerate(b)
    ]


def _scaled_sum(ctx: ModelContext, alpha: Number, row: list[Number], column: Sequence[Number], e: Element) -> Number:
    total = e.zero
    for p, q in zip(row, column, strict=True):
        total = add(ctx, total, multiply(ctx, p, q, e), e)
    return choose(ctx, is_zero(ctx, alpha, e), e.zero, multiply(ctx, alpha, total, e), e)


def _with_old(
    ctx: ModelContext, value: Number, beta: Number, c: Columns | None, place: tuple[int, int], element: Element
) -> Number:
    if c is None:
        return value
    row, column = place
    sum_ = add(ctx, value, multiply(ctx, beta, c[column][row], element), element)
    return choose(ctx, is_zero(ctx, beta, element), value, sum_, element)
