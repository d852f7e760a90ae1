"""Sparse times dense: alpha * op(A) * B + beta * C, on numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cudabmc.modelapi import ModelContext
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cusparse.structure import EntryPlace
from opmodels.libraries.element import Element, Number, add, choose, conjugate, converted, is_zero, multiply


@dataclass(frozen=True, slots=True)
class NumberTypes:
    """The types of the numbers in A, in B, in C, and of the arithmetic and the scalars."""

    a: Element
    b: Element
    c: Element
    compute: Element


def operated(places: Iterable[EntryPlace], operation: int) -> list[EntryPlace]:
    """The places of the entries in op(A)."""
    return list(places) if operation == 0 else [(column, row) for row, column in places]


def operated_numbers(ctx: ModelContext, numbers: Sequence[Number], operation: int, element: Element) -> list[Number]:
    """The numbers of the entries in op(A)."""
    return [conjugate(ctx, number, element) for number in numbers] if operation == 2 else list(numbers)


def scaled(
    ctx: ModelContext, scalars: tuple[Number, Number], sum_: Number, old: Number | None, elements: NumberTypes
) -> Number:
    """alpha * sum + beta * old in the type of C; `old` is None where beta is 0 and it is not looked at. A factor of 0
    leaves out what it multiplies."""
    alpha, beta = scalars
    compute = elements.compute
    value = choose(ctx, is_zero(ctx, alpha, compute), compute.zero, multiply(ctx, alpha, sum_, compute), compute)
    if old is not None:
        term = multiply(ctx, beta, converted(ctx, old, elements.c, compute), compute)
        value = choose(ctx, is_zero(ctx, beta, compute), value, add(ctx, value, term, compute), compute)
    return converted(ctx, value, compute, elements.c)


def multiplied(
    ctx: ModelContext, places: Sequence[EntryPlace], numbers: Sequence[Number], b: Mapping[int, Sequence[Number]],
    scalars: tuple[Number, Number], old: Mapping[int, Sequence[Number]] | None, shape: tuple[int, int],
    elements: NumberTypes,
) -> dict[int, list[Number]]:  # fmt: skip
    """The rows of the result, `shape` rows and columns. `places` and `numbers` are the entries of op(A), `b` the rows
    that they meet."""
    rows, columns = shape
    compute = elements.compute
    operands = [scalars, numbers, *b.values(), *(old.values() if old is not None else ())]
    if not is_computed(ctx, operands, max(len(places), rows) * columns):
        return arbitrary_rows(ctx, range(rows), columns, elements.c)
    sums = [[compute.zero for _ in range(columns)] for _ in range(rows)]
    right = {row: [converted(ctx, n, elements.b, compute) for n in found] for row, found in b.items()}
    for (row, inner), number in zip(places, numbers, strict=True):
        left = converted(ctx, number, elements.a, compute)
        line = sums[row]
        for column, other in enumerate(right[inner]):
            line[column] = add(ctx, line[column], multiply(ctx, left, other, compute), compute)
    return {
        row: [
            scaled(ctx, scalars, sum_, old[row][column] if old is not None else None, elements)
            for column, sum_ in enumerate(line)
        ]
        for row, line in enumerate(sums)
    }


def arbitrary_rows(ctx: ModelContext, rows: Iterable[int], columns: int, element: Element) -> dict[int, list[Number]]:
    """Results that are not computed."""
    return {row: [arbitrary(ctx, element) for _ in range(columns)] for row in rows}
