"""How many numbers of a dense matrix are not 0 (cuSPARSE reference, "cusparse<t>nnz()")."""

from collections.abc import Sequence

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.libc.expression import negation
from opmodels.libraries.cusparse.csr_arguments import LETTERS, integers
from opmodels.libraries.cusparse.dense import DenseMatrix
from opmodels.libraries.cusparse.handle import checked, scalars_on_device, stream_of
from opmodels.libraries.cusparse.matrix_description import base_of_general, refusal
from opmodels.libraries.cusparse.scalars import any_null
from opmodels.libraries.cusparse.types import COLUMNS_FIRST, INVALID_VALUE, SUCCESS, is_of
from opmodels.libraries.cusparse.value_types import element_of
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.element import ELEMENTS, Element, Number, is_zero
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model


@model(
    *(
        f"cusparseStatus_t cusparse{letter}nnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, "
        f"const cusparseMatDescr_t descrA, const {ELEMENTS[letter].ctype} *A, int lda, int *nnzPerRowCol, "
        "int *nnzTotalDevHostPtr)"
        for letter in LETTERS
    ),
    device=False,
)
def count(
    ctx: ModelContext, handle: Value, direction: Value, m: Value, n: Value, descriptor: Value, a: Value, lda: Value,
    per_line: Value, total: Value,
) -> Value:  # fmt: skip
    """The numbers that are not 0 in each row or column, in memory of the device, and in all, in that which the pointer
    mode says. The host waits for a total of its own."""
    rows, cols, leading, by = integers(ctx, m, n, lda, direction)
    base = base_of_general(ctx, descriptor)
    if not checked(ctx, handle) or any_null(ctx, per_line, total):
        return INVALID_VALUE
    if base < 0:
        return refusal(base)
    if min(rows, cols) < 0 or leading < max(1, rows) or not is_of("cusparseDirection_t", by):
        return INVALID_VALUE
    dense = DenseMatrix(a, rows, cols, leading, COLUMNS_FIRST, LETTERS[ctx.name[len("cusparse")]])
    on_device, stream, lines = scalars_on_device(ctx, handle), stream_of(ctx, handle), rows if by == 0 else cols
    (check_device_range if on_device else check_host_range)(ctx, total, I32.size, "nnzTotalDevHostPtr", write=True)
    dense.check(ctx, "A")
    if lines > 0:
        check_device_range(ctx, per_line, lines * I32.size, "nnzPerRowCol", write=True)
    element = element_of(ctx, dense.type)

    def run() -> None:
        found = dense.read(ctx)
        numbers = list(found.values()) if by == 0 else [[row[c] for row in found.values()] for c in range(cols)]
        counts = [_counted(ctx, line, element) for line in numbers]
        for index, number in enumerate(counts):
            ctx.store(ctx.add(per_line, index * I32.size), number, I32, cross=True)
        ctx.store(total, _sum(ctx, counts), I32, cross=True)

    issue(ctx, stream, run, waits=not on_device)
    return SUCCESS


def _counted(ctx: ModelContext, numbers: Sequence[Number], element: Element) -> Value:
    there = [negation(ctx, is_zero(ctx, number, element)) for number in numbers]
    return _sum(ctx, [ctx.op(Op.ZEXT, I32, cond, of=BOOL) for cond in there])


def _sum(ctx: ModelContext, numbers: Sequence[Value]) -> Value:
    total: Value = 0
    for number in numbers:
        total = ctx.op(Op.ADD, I32, total, number)
    return total
