"""Eigenvalues and singular values in the 64-bit API (cuSOLVER reference, "cusolverDnXsyevd()",
"cusolverDnXgesvd()")."""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers, is_dense, long_integers, stream_of
from opmodels.libraries.cusolver.common.operand import Panel
from opmodels.libraries.cusolver.common.operation import perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import eigenvalues, generic_parameters, singular_values, workspace
from opmodels.libraries.cusolver.dense.cholesky import TRIANGLES
from opmodels.libraries.cusolver.dense.generic_types import elements_of
from opmodels.libraries.cusolver.dense.singular_values import Jobs
from opmodels.libraries.cusolver.dense.types import VECTORS
from opmodels.registry import model

_HEAD = "(cusolverDnHandle_t handle, cusolverDnParams_t params, "
_SIZES = "size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost)"
_BUFFERS = (
    "void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost, size_t workspaceInBytesOnHost, "
    "int *info)"
)
_EIGEN = (
    "cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, {C}void *A, int64_t lda, "
    "cudaDataType dataTypeW, {C}void *W, cudaDataType computeType, "
)
_SINGULAR = (
    "signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, {C}void *A, int64_t lda, "
    "cudaDataType dataTypeS, {C}void *S, cudaDataType dataTypeU, {C}void *U, int64_t ldu, cudaDataType dataTypeVT, "
    "{C}void *VT, int64_t ldvt, cudaDataType computeType, "
)


def _is_eigen(mode: int, triangle: int, rows: int, leading: int) -> bool:
    return mode in (0, 1) and triangle in (0, 1) and rows >= 0 and leading >= max(1, rows)


@model(
    "cusolverStatus_t cusolverDnXsyevd_bufferSize" + _HEAD + _EIGEN.replace("{C}", "const ") + _SIZES, device=False
)
def eigenvalues_size(
    ctx: ModelContext, handle: Value, params: Value, jobz: Value, uplo: Value, n: Value, type_a: Value, a: Value,
    lda: Value, type_w: Value, w: Value, compute: Value, on_device: Value, on_host: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspaces of Xsyevd need."""
    rows, leading = long_integers(ctx, n, lda)
    mode, triangle = integers(ctx, jobz, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = elements_of(ctx, (type_a, compute), type_w)
    if element is None or not _is_eigen(mode, triangle, rows, leading):
        return INVALID_VALUE
    return workspace.store_bytes(ctx, (on_device, on_host), element, rows)


@model("cusolverStatus_t cusolverDnXsyevd" + _HEAD + _EIGEN.replace("{C}", "") + _BUFFERS, device=False)
def decompose_eigenvalues(
    ctx: ModelContext, handle: Value, params: Value, jobz: Value, uplo: Value, n: Value, type_a: Value, a: Value,
    lda: Value, type_w: Value, w: Value, compute: Value, on_device: Value, device_bytes: Value, on_host: Value,
    host_bytes: Value, info: Value,
) -> Value:  # fmt: skip
    """A = V * W * V^H."""
    rows, leading, given, of_host = long_integers(ctx, n, lda, device_bytes, host_bytes)
    mode, triangle = integers(ctx, jobz, uplo)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element = elements_of(ctx, (type_a, compute), type_w)
    if element is None or not _is_eigen(mode, triangle, rows, leading):
        return INVALID_VALUE
    stream, needed = stream_of(ctx, handle), workspace.numbers(rows) * element.size
    use = workspace.checked(ctx, on_device, given, needed, 1, "bufferOnDevice")
    workspace.check_host(ctx, on_host, of_host)
    matrix = Panel(a, rows, rows, leading, element, "A", TRIANGLES[triangle])
    perform(ctx, stream, eigenvalues.decomposition(matrix, w, info, vectors=mode == VECTORS), use)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverDnXgesvd_bufferSize" + _HEAD + _SINGULAR.replace("{C}", "const ") + _SIZES, device=False
)
def singular_values_size(
    ctx: ModelContext, handle: Value, params: Value, jobu: Value, jobvt: Value, m: Value, n: Value, type_a: Value,
    a: Value, lda: Value, type_s: Value, s: Value, type_u: Value, u: Value, ldu: Value, type_vt: Value, vt: Value,
    ldvt: Value, compute: Value, on_device: Value, on_host: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspaces of Xgesvd need."""
    rows, columns, *leading = long_integers(ctx, m, n, lda, ldu, ldvt)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element, jobs = elements_of(ctx, (type_a, type_u, type_vt, compute), type_s), Jobs.of(ctx, jobu, jobvt)
    if element is None or not jobs.is_valid(rows, columns, (leading[0], leading[1], leading[2])):
        return INVALID_VALUE
    return workspace.store_bytes(ctx, (on_device, on_host), element, rows, columns)


@model("cusolverStatus_t cusolverDnXgesvd" + _HEAD + _SINGULAR.replace("{C}", "") + _BUFFERS, device=False)
def decompose_singular_values(
    ctx: ModelContext, handle: Value, params: Value, jobu: Value, jobvt: Value, m: Value, n: Value, type_a: Value,
    a: Value, lda: Value, type_s: Value, s: Value, type_u: Value, u: Value, ldu: Value, type_vt: Value, vt: Value,
    ldvt: Value, compute: Value, on_device: Value, device_bytes: Value, on_host: Value, host_bytes: Value, info: Value,
) -> Value:  # fmt: skip
    """A = U * S * V^H, for at least as many rows as columns."""
    rows, columns, first, second, third = long_integers(ctx, m, n, lda, ldu, ldvt)
    given, of_host = long_integers(ctx, device_bytes, host_bytes)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    generic_parameters.check(ctx, params)
    element, jobs = elements_of(ctx, (type_a, type_u, type_vt, compute), type_s), Jobs.of(ctx, jobu, jobvt)
    if element is None or not jobs.is_valid(rows, columns, (first, second, third)):
        return INVALID_VALUE
    stream, needed = stream_of(ctx, handle), workspace.numbers(rows, columns) * element.size
    use = workspace.checked(ctx, on_device, given, needed, 1, "bufferOnDevice")
    workspace.check_host(ctx, on_host, of_host)
    matrix = Panel(a, rows, columns, first, element, "A")
    perform(ctx, stream, singular_values.decomposition(matrix, s, (u, second), (vt, third), info, jobs), use)
    return SUCCESS
