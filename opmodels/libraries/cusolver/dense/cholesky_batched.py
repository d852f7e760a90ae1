"""Cholesky factors of many matrices (cuSOLVER reference, "cusolverDn<t>potrfBatched()",
"cusolverDn<t>potrsBatched()")."""

from cudabmc.modelapi import I32, PTR, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers, is_dense, stream_of
from opmodels.libraries.cusolver.common.operand import Panel
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense.cholesky import TRIANGLES, factorisation, solution
from opmodels.libraries.cusolver.dense.types import declarations, element_of_name
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model


@model(
    *declarations(
        "{L}potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, {T} *Aarray[], int lda, "
        "int *infoArray, int batchSize)"
    ),
    device=False,
)
def factorise(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, array: Value, lda: Value, infos: Value, batch: Value
) -> Value:
    """potrf of as many matrices as batchSize says; the array of pointers is memory of the device."""
    triangle, rows, leading, count = integers(ctx, uplo, n, lda, batch)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if triangle not in (0, 1) or rows < 0 or leading < max(1, rows) or count < 1:
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    check_device_range(ctx, array, count * PTR.size, "Aarray", write=False)
    check_device_range(ctx, infos, count * I32.size, "infoArray", write=True)

    def run() -> None:
        for index in range(count):
            matrix = ctx.load(ctx.add(array, index * PTR.size), PTR, cross=True)
            panel = Panel(matrix, rows, rows, leading, element, "a matrix of Aarray", TRIANGLES[triangle])
            factorisation(panel, ctx.add(infos, index * I32.size)).carry_out(ctx)

    issue(ctx, stream, run)
    return SUCCESS


@model(
    *declarations(
        "{L}potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, {T} *A[], int lda, "
        "{T} *B[], int ldb, int *d_info, int batchSize)"
    ),
    device=False,
)
def solve(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, nrhs: Value, a: Value, lda: Value, b: Value, ldb: Value,
    info: Value, batch: Value,
) -> Value:  # fmt: skip
    """potrs of as many systems as batchSize says, with one right side each ("only supports nrhs=1"), and one info."""
    triangle, rows, columns, first, second, count = integers(ctx, uplo, n, nrhs, lda, ldb, batch)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if triangle not in (0, 1) or min(rows, columns) < 0 or min(first, second) < max(1, rows) or count < 0:
        return INVALID_VALUE
    text = f"{ctx.name} is given {columns} right sides for each matrix, and supports one"
    ctx.require(columns == 1, "api-misuse", text)
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    for array, what in ((a, "A"), (b, "B")):
        check_device_range(ctx, array, count * PTR.size, what, write=False)
    check_device_range(ctx, info, I32.size, "d_info", write=True)

    def run() -> None:
        for index in range(count):
            matrix, right = (ctx.load(ctx.add(array, index * PTR.size), PTR, cross=True) for array in (a, b))
            panel = Panel(matrix, rows, rows, first, element, "a matrix of A", TRIANGLES[triangle])
            solution(panel, Panel(right, rows, 1, second, element, "a matrix of B"), info).carry_out(ctx)

    issue(ctx, stream, run)
    return SUCCESS
