"""Copies between host and device with increments (cuBLAS reference, "cuBLAS Helper Function Reference")."""

from cudabmc.modelapi import NULL, ModelContext, Value
from opmodels.libraries.cublas.operand import integer
from opmodels.libraries.cublas.types import INVALID_VALUE, SUCCESS
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.registry import model
from opmodels.runtime.stream import check_stream
from opmodels.runtime.transfer import issue

_VECTOR = "int n, int elemSize, const void *x, int incx, void *y, int incy"
_MATRIX = "int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb"


@model(
    f"cublasStatus_t cublasSetVector({_VECTOR})",
    f"cublasStatus_t cublasGetVector({_VECTOR})",
    f"cublasStatus_t cublasSetVectorAsync({_VECTOR}, cudaStream_t stream)",
    f"cublasStatus_t cublasGetVectorAsync({_VECTOR}, cudaStream_t stream)",
    device=False,
)
def copy_vector(
    ctx: ModelContext, n: Value, size: Value, x: Value, incx: Value, y: Value, incy: Value, stream: Value = NULL
) -> Value:
    """"CUBLAS_STATUS_INVALID_VALUE: the parameters incx, incy, elemSize<=0"."""
    count, element, steps = integer(ctx, n), integer(ctx, size), (integer(ctx, incx), integer(ctx, incy))
    if element <= 0 or min(steps) <= 0:
        return INVALID_VALUE
    check_stream(ctx, stream)
    _copy(ctx, (x, y), 1, count, element, steps, stream)
    return SUCCESS


@model(
    f"cublasStatus_t cublasSetMatrix({_MATRIX})",
    f"cublasStatus_t cublasGetMatrix({_MATRIX})",
    f"cublasStatus_t cublasSetMatrixAsync({_MATRIX}, cudaStream_t stream)",
    f"cublasStatus_t cublasGetMatrixAsync({_MATRIX}, cudaStream_t stream)",
    device=False,
)
def copy_matrix(
    ctx: ModelContext, rows: Value, cols: Value, size: Value, a: Value, lda: Value, b: Value, ldb: Value,
    stream: Value = NULL,
) -> Value:  # fmt: skip
    """"CUBLAS_STATUS_INVALID_VALUE: the parameters rows, cols<0 or elemSize, lda, ldb<=0"."""
    height, width, element = integer(ctx, rows), integer(ctx, cols), integer(ctx, size)
    steps = integer(ctx, lda), integer(ctx, ldb)
    if height < 0 or width < 0 or element <= 0 or min(steps) <= 0:
        return INVALID_VALUE
    check_stream(ctx, stream)
    _copy(ctx, (a, b), height, width, element, steps, stream)
    return SUCCESS


def _copy(
    ctx: ModelContext, pointers: tuple[Value, Value], height: int, width: int, element: int, steps: tuple[int, int],
    stream: Value,
) -> None:  # fmt: skip
    """Copy `width` runs of `height` numbers, whose starts are `steps` numbers apart."""
    if height <= 0 or width <= 0:
        return
    source, target = pointers
    extents = [((width - 1) * step + height) * element for step in steps]
    sets = "Set" in ctx.name
    checks = (check_host_range, check_device_range) if sets else (check_device_range, check_host_range)
    checks[0](ctx, source, extents[0], "the source", write=False)
    checks[1](ctx, target, extents[1], "the target", write=True)

    def run() -> None:
        if all(step == height for step in steps):
            ctx.copy(target, source, height * width * element, cross=True)
            return
        for i in range(width):
            to, of = ctx.add(target, i * steps[1] * element), ctx.add(source, i * steps[0] * element)
            ctx.copy(to, of, height * element, cross=True)

    issue(ctx, stream, run, target=target, source=source)
