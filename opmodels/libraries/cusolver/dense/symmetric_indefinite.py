"""Factors of symmetric matrices (cuSOLVER reference, "cusolverDn<t>sytrf()", "cusolverDnXsytrs()")."""

from collections.abc import Sequence
from typing import Any

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.handle import integers, is_dense, long_integers, stream_of
from opmodels.libraries.cusolver.common.operand import Integers, Panel
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import workspace
from opmodels.libraries.cusolver.dense.cholesky import TRIANGLES
from opmodels.libraries.cusolver.dense.generic_types import element_of
from opmodels.libraries.cusolver.dense.types import declarations, element_of_name
from opmodels.libraries.cusolver.factors import symmetric_indefinite as factors
from opmodels.libraries.cusolver.factors.precision import NumberColumns
from opmodels.registry import model


@model(
    *declarations("{L}sytrf_bufferSize(cusolverDnHandle_t handle, int n, {T} *A, int lda, int *lwork)"), device=False
)
def factorise_size(ctx: ModelContext, handle: Value, n: Value, a: Value, lda: Value, lwork: Value) -> Value:
    """How many numbers the workspace of sytrf needs."""
    rows, leading = integers(ctx, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows)


@model(
    *declarations(
        "{L}sytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, {T} *A, int lda, int *ipiv, {T} *work, "
        "int lwork, int *info)"
    ),
    device=False,
)
def factorise(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, a: Value, lda: Value, pivots: Value, buffer: Value,
    lwork: Value, info: Value,
) -> Value:  # fmt: skip
    """A = L * D * L^T or U * D * U^T; ipiv is as LAPACK has it."""
    triangle, rows, leading, given = integers(ctx, uplo, n, lda, lwork)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows), element.size, "workspace")
    matrix = Panel(a, rows, rows, leading, element, "A", TRIANGLES[triangle])

    def compute(columns: NumberColumns) -> Sequence[Any]:
        if triangle == 0:
            found, failed = factors.factorise(columns, precision_of(element))
            return columns, found, [failed]
        lower = factors.reversed_order(columns)
        found, failed = factors.factorise(lower, precision_of(element), last=True)
        failed = rows + 1 - failed if failed else 0
        return factors.reversed_order(lower), factors.reversed_pivots(found), [failed]

    result = Integers(info, 1, I32, "info", (0, rows))
    writes: list[SolverOperand] = [matrix, Integers(pivots, rows, I32, "ipiv", (-rows, rows)), result]
    perform(ctx, stream, SolverOperation([matrix], writes, compute, rows**3 // 3), use)
    return SUCCESS


_SOLVE = (
    "(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, "
    "const void *A, int64_t lda, const int64_t *ipiv, cudaDataType dataTypeB, void *B, int64_t ldb, "
)


def _is_system(triangle: int, sizes: tuple[int, int], leading: tuple[int, int]) -> bool:
    return triangle in (0, 1) and min(sizes) >= 0 and min(leading) >= max(1, sizes[0])


@model(
    "cusolverStatus_t cusolverDnXsytrs_bufferSize"
    + _SOLVE
    + "size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost)",
    device=False,
)
def solve_size(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, nrhs: Value, type_a: Value, a: Value, lda: Value,
    pivots: Value, type_b: Value, b: Value, ldb: Value, on_device: Value, on_host: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspaces of Xsytrs need."""
    rows, count, first, second = long_integers(ctx, n, nrhs, lda, ldb)
    [triangle] = integers(ctx, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    element = element_of(ctx, type_a, type_b)
    if element is None or not _is_system(triangle, (rows, count), (first, second)):
        return INVALID_VALUE
    return workspace.store_bytes(ctx, (on_device, on_host), element, rows)


@model(
    "cusolverStatus_t cusolverDnXsytrs"
    + _SOLVE
    + "void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost, size_t workspaceInBytesOnHost, "
    "int *info)",
    device=False,
)
def solve(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, nrhs: Value, type_a: Value, a: Value, lda: Value,
    pivots: Value, type_b: Value, b: Value, ldb: Value, on_device: Value, device_bytes: Value, on_host: Value,
    host_bytes: Value, info: Value,
) -> Value:  # fmt: skip
    """A * X = B, by the factors that sytrf gives; ipiv has 64 bits."""
    rows, count, first, second, given, of_host = long_integers(ctx, n, nrhs, lda, ldb, device_bytes, host_bytes)
    [triangle] = integers(ctx, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    element = element_of(ctx, type_a, type_b)
    if element is None or not _is_system(triangle, (rows, count), (first, second)):
        return INVALID_VALUE
    stream = stream_of(ctx, handle)
    use = workspace.checked(ctx, on_device, given, workspace.numbers(rows) * element.size, 1, "bufferOnDevice")
    workspace.check_host(ctx, on_host, of_host)
    matrix = Panel(a, rows, rows, first, element, "A", TRIANGLES[triangle])
    right = Panel(b, rows, count, second, element, "B")

    def compute(columns: NumberColumns, numbers: list[int], column: NumberColumns) -> Sequence[Any]:
        if triangle == 0:
            factors.solve_factored(columns, numbers, column, precision_of(element))
            return column, [0]
        lower, turned = factors.reversed_order(columns), [one[::-1] for one in column]
        factors.solve_factored(lower, factors.reversed_pivots(numbers), turned, precision_of(element))
        return [one[::-1] for one in turned], [0]

    reads: list[SolverOperand] = [matrix, Integers(pivots, rows, I64, "ipiv", (-rows, rows)), right]
    writes: list[SolverOperand] = [right, Integers(info, 1, I32, "info", (0, 0))]
    perform(ctx, stream, SolverOperation(reads, writes, compute, rows * rows * count), use)
    return SUCCESS
