"""qsort and bsearch (C11 7.22.5).

The comparator of the program is called on the elements where they stand. As long as its answers are
known, qsort sorts the positions and then moves the elements once; from the first unknown answer on it
runs a sorting network whose exchanges are conditional, so nothing is forked.
"""

from collections.abc import Sequence

from cudabmc.modelapi import I32, I64, NULL, PTR, ModelContext, Pointer, Space, Value
from opmodels.libc.expression import eq, one_target, select, slt
from opmodels.libc.twos_complement import signed
from opmodels.registry import model


def _compare(ctx: ModelContext, compar: Value, a: Value, b: Value) -> Value:
    return ctx.call(compar, (a, b), (PTR, PTR), I32)


def _elements(ctx: ModelContext, base: Value, count: int, size: int) -> list[Value]:
    return [ctx.add(base, i * size) for i in range(count)]


def _permute(ctx: ModelContext, base: Value, order: Sequence[int], size: int) -> None:
    buffer, total = _buffer(ctx, len(order) * size), len(order) * size
    ctx.copy(buffer, base, total)
    moved = [(place, source) for place, source in enumerate(order) if place != source]
    if moved and ctx.reorder(buffer, order, size):
        ctx.copy(base, buffer, total)
        moved = []
    for place, source in moved:
        ctx.copy(ctx.add(base, place * size), ctx.add(buffer, source * size), size)
    ctx.free(buffer, (Space.HOST_HEAP,), "qsort")


def _buffer(ctx: ModelContext, size: int) -> Pointer:
    return ctx.allocate(size, Space.HOST_HEAP, "buffer of qsort")


def _network(ctx: ModelContext, elements: Sequence[Value], size: int, compar: Value) -> None:
    """Bubble sort: neighbours change places if the first is greater."""
    buffer = _buffer(ctx, 2 * size)
    second = ctx.add(buffer, size)
    for end in range(len(elements) - 1, 0, -1):
        for i in range(end):
            swap = slt(ctx, 0, _compare(ctx, compar, elements[i], elements[i + 1]))
            if swap is False:
                continue
            ctx.copy(buffer, elements[i], size)
            ctx.copy(second, elements[i + 1], size)
            ctx.copy(elements[i], select(ctx, swap, second, buffer, PTR), size)
            ctx.copy(elements[i + 1], select(ctx, swap, buffer, second, PTR), size)
    ctx.free(buffer, (Space.HOST_HEAP,), "qsort")


@model("void qsort(void *base, size_t nmemb, size_t size, int (*compar)(const void *, const void *))", device=False)
def qsort(ctx: ModelContext, base: Value, nmemb: Value, size: Value, compar: Value) -> None:
    """C11 7.22.5.2. The order of equal elements is that in which they stood, as glibc has it."""
    count, width = ctx.concretize(nmemb, I64), ctx.concretize(size, I64)
    if count < 2 or width == 0:
        return
    ctx.check_range(base, count * width, write=True)
    compar = one_target(ctx, compar)
    order = ctx.order(compar, base, count, width)
    if order is None:
        _network(ctx, _elements(ctx, base, count, width), width, compar)
    else:
        _permute(ctx, base, order, width)


@model(
    "void *bsearch(const void *key, const void *base, size_t nmemb, size_t size, "
    "int (*compar)(const void *, const void *))",
    device=False,
)
def bsearch(ctx: ModelContext, key: Value, base: Value, nmemb: Value, size: Value, compar: Value) -> Value:
    """C11 7.22.5.1; where the order depends on inputs, the first element that is equal."""
    count, width = ctx.concretize(nmemb, I64), ctx.concretize(size, I64)
    compar = one_target(ctx, compar)
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        element = ctx.add(base, middle * width)
        answer = _compare(ctx, compar, key, element)
        if not isinstance(answer, int):
            return _first_equal(ctx, key, _elements(ctx, base, count, width)[low:high], compar)
        if answer == 0:
            return element
        low, high = (low, middle) if signed(answer, 32) < 0 else (middle + 1, high)
    return NULL


def _first_equal(ctx: ModelContext, key: Value, elements: Sequence[Value], compar: Value) -> Value:
    result: Value = NULL
    for element in reversed(elements):
        result = select(ctx, eq(ctx, _compare(ctx, compar, key, element), 0), element, result, PTR)
    return result
