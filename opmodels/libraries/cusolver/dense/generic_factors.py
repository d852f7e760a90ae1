"""LU, Cholesky and QR factors in the 64-bit API (cuSOLVER reference, "cusolverDnXgetrf()", "cusolverDnXgetrs()",
"cusolverDnXpotrf()", "cusolverDnXpotrs()", "cusolverDnXgeqrf()")."""

from cudabmc.modelapi import I64, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers, is_dense, long_integers, stream_of
from opmodels.libraries.cusolver.common.operand import Panel
from opmodels.libraries.cusolver.common.operation import perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import cholesky, generic_parameters, lu, qr, workspace
from opmodels.libraries.cusolver.dense.cholesky import TRIANGLES
from opmodels.libraries.cusolver.dense.generic_types import element_of
from opmodels.registry import model

_HEAD = "(cusolverDnHandle_t handle, cusolverDnParams_t params, "
_SIZES = "size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost)"
_BUFFERS = (
    "void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost, size_t workspaceInBytesOnHost, "
    "int *info)"
)
_RECTANGLE = "int64_t m, int64_t n, cudaDataType dataTypeA, {C}void *A, int64_t lda, "
_SQUARE = "cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, {C}void *A, int64_t lda, "
_TAU = "cudaDataType dataTypeTau, {C}void *tau, "
_COMPUTE = "cudaDataType computeType, "


def _asked(text: str) -> str:
    return text.replace("{C}", "const ")


def _run(text: str) -> str:
    return text.replace("{C}", "")


@model(f"cusolverStatus_t cusolverDnXgetrf_bufferSize{_HEAD}{_asked(_RECTANGLE)}{_COMPUTE}{_SIZES}", device=False)
def lu_size(
    ctx: ModelContext, handle: Value, params: Value, m: Value, n: Value, type_a: Value, a: Value, lda: Value,
    compute: Value, on_device: Value, on_host: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspaces of Xgetrf need."""
    rows, columns, leading = long_integers(ctx, m, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, compute)
    if element is None or min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_bytes(ctx, (on_device, on_host), element, rows, columns)


@model(
    f"cusolverStatus_t cusolverDnXgetrf{_HEAD}{_run(_RECTANGLE)}int64_t *ipiv, {_COMPUTE}{_BUFFERS}", device=False
)
def lu_factorise(
    ctx: ModelContext, handle: Value, params: Value, m: Value, n: Value, type_a: Value, a: Value, lda: Value,
    pivots: Value, compute: Value, on_device: Value, device_bytes: Value, on_host: Value, host_bytes: Value,
    info: Value,
) -> Value:  # fmt: skip
    """P * A = L * U; the pivots have 64 bits."""
    rows, columns, leading, given, of_host = long_integers(ctx, m, n, lda, device_bytes, host_bytes)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, compute)
    if element is None or min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, needed = stream_of(ctx, handle), workspace.numbers(rows, columns) * element.size
    use = workspace.checked(ctx, on_device, given, needed, 1, "bufferOnDevice")
    workspace.check_host(ctx, on_host, of_host)
    matrix = Panel(a, rows, columns, leading, element, "A")
    perform(ctx, stream, lu.factorisation(ctx, matrix, pivots, info, I64), use)
    return SUCCESS


@model(
    f"cusolverStatus_t cusolverDnXgetrs{_HEAD}cublasOperation_t trans, int64_t n, int64_t nrhs, "
    "cudaDataType dataTypeA, const void *A, int64_t lda, const int64_t *ipiv, cudaDataType dataTypeB, void *B, "
    "int64_t ldb, int *info)",
    device=False,
)
def lu_solve(
    ctx: ModelContext, handle: Value, params: Value, trans: Value, n: Value, nrhs: Value, type_a: Value, a: Value,
    lda: Value, pivots: Value, type_b: Value, b: Value, ldb: Value, info: Value,
) -> Value:  # fmt: skip
    """op(A) * X = B, by the factors that Xgetrf gives."""
    size, count, first, second = long_integers(ctx, n, nrhs, lda, ldb)
    [operation] = integers(ctx, trans)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, type_b)
    fits = min(size, count) >= 0 and min(first, second) >= max(1, size) and operation in (0, 1, 2)
    if element is None or not fits:
        return INVALID_VALUE
    stream, matrix = stream_of(ctx, handle), Panel(a, size, size, first, element, "A")
    right = Panel(b, size, count, second, element, "B")
    perform(ctx, stream, lu.solution(ctx, matrix, pivots, right, info, operation, I64))
    return SUCCESS


@model(f"cusolverStatus_t cusolverDnXpotrf_bufferSize{_HEAD}{_asked(_SQUARE)}{_COMPUTE}{_SIZES}", device=False)
def cholesky_size(
    ctx: ModelContext, handle: Value, params: Value, uplo: Value, n: Value, type_a: Value, a: Value, lda: Value,
    compute: Value, on_device: Value, on_host: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspaces of Xpotrf need."""
    rows, leading = long_integers(ctx, n, lda)
    [triangle] = integers(ctx, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, compute)
    if element is None or triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_bytes(ctx, (on_device, on_host), element, rows)


@model(f"cusolverStatus_t cusolverDnXpotrf{_HEAD}{_run(_SQUARE)}{_COMPUTE}{_BUFFERS}", device=False)
def cholesky_factorise(
    ctx: ModelContext, handle: Value, params: Value, uplo: Value, n: Value, type_a: Value, a: Value, lda: Value,
    compute: Value, on_device: Value, device_bytes: Value, on_host: Value, host_bytes: Value, info: Value,
) -> Value:  # fmt: skip
    """A = L * L^H, or U^H * U. What stands in A if info is not 0 is arbitrary."""
    rows, leading, given, of_host = long_integers(ctx, n, lda, device_bytes, host_bytes)
    [triangle] = integers(ctx, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, compute)
    if element is None or triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, needed = stream_of(ctx, handle), workspace.numbers(rows) * element.size
    use = workspace.checked(ctx, on_device, given, needed, 1, "bufferOnDevice")
    workspace.check_host(ctx, on_host, of_host)
    matrix = Panel(a, rows, rows, leading, element, "A", TRIANGLES[triangle])
    perform(ctx, stream, cholesky.factorisation(matrix, info), use)
    return SUCCESS


@model(
    f"cusolverStatus_t cusolverDnXpotrs{_HEAD}cublasFillMode_t uplo, int64_t n, int64_t nrhs, "
    "cudaDataType dataTypeA, const void *A, int64_t lda, cudaDataType dataTypeB, void *B, int64_t ldb, int *info)",
    device=False,
)
def cholesky_solve(
    ctx: ModelContext, handle: Value, params: Value, uplo: Value, n: Value, nrhs: Value, type_a: Value, a: Value,
    lda: Value, type_b: Value, b: Value, ldb: Value, info: Value,
) -> Value:  # fmt: skip
    """A * X = B, by the factors that Xpotrf gives."""
    size, count, first, second = long_integers(ctx, n, nrhs, lda, ldb)
    [triangle] = integers(ctx, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, type_b)
    fits = triangle in (0, 1) and min(size, count) >= 0 and min(first, second) >= max(1, size)
    if element is None or not fits:
        return INVALID_VALUE
    stream, matrix = stream_of(ctx, handle), Panel(a, size, size, first, element, "A", TRIANGLES[triangle])
    perform(ctx, stream, cholesky.solution(matrix, Panel(b, size, count, second, element, "B"), info))
    return SUCCESS


@model(
    f"cusolverStatus_t cusolverDnXgeqrf_bufferSize{_HEAD}{_asked(_RECTANGLE)}{_asked(_TAU)}{_COMPUTE}{_SIZES}",
    device=False,
)
def qr_size(
    ctx: ModelContext, handle: Value, params: Value, m: Value, n: Value, type_a: Value, a: Value, lda: Value,
    type_tau: Value, tau: Value, compute: Value, on_device: Value, on_host: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspaces of Xgeqrf need."""
    rows, columns, leading = long_integers(ctx, m, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, type_tau, compute)
    if element is None or min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_bytes(ctx, (on_device, on_host), element, rows, columns)


@model(
    f"cusolverStatus_t cusolverDnXgeqrf{_HEAD}{_run(_RECTANGLE)}{_run(_TAU)}{_COMPUTE}{_BUFFERS}", device=False
)
def qr_factorise(
    ctx: ModelContext, handle: Value, params: Value, m: Value, n: Value, type_a: Value, a: Value, lda: Value,
    type_tau: Value, tau: Value, compute: Value, on_device: Value, device_bytes: Value, on_host: Value,
    host_bytes: Value, info: Value,
) -> Value:  # fmt: skip
    """A = Q * R."""
    rows, columns, leading, given, of_host = long_integers(ctx, m, n, lda, device_bytes, host_bytes)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = element_of(ctx, type_a, type_tau, compute)
    if element is None or min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, needed = stream_of(ctx, handle), workspace.numbers(rows, columns) * element.size
    use = workspace.checked(ctx, on_device, given, needed, 1, "bufferOnDevice")
    workspace.check_host(ctx, on_host, of_host)
    perform(ctx, stream, qr.factorisation(Panel(a, rows, columns, leading, element, "A"), tau, info), use)
    return SUCCESS
