"""Functions of vectors whose numbers have types of their own (cuBLAS reference, "cublasAxpyEx()", "cublasDotEx()",
"cublasNrm2Ex()", "cublasScalEx()"): sums are those of the execution type, and what is stored is rounded once."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libc.expression import is_null
from opmodels.libraries.cublas.handle import checked
from opmodels.libraries.cublas.operand import VectorOperand, integer
from opmodels.libraries.cublas.reduction import dot, norm, reduced
from opmodels.libraries.cublas.types import INVALID_VALUE, NOT_INITIALIZED
from opmodels.libraries.cublas.vector import axpy, scal
from opmodels.libraries.data_types import DATA_TYPES
from opmodels.libraries.element import BFLOAT, ELEMENTS, HALF, Element
from opmodels.registry import model

_TYPES = {
    DATA_TYPES[name]: element
    for name, element in (
        ("CUDA_R_16F", HALF), ("CUDA_R_16BF", BFLOAT), ("CUDA_R_32F", ELEMENTS["S"]), ("CUDA_R_64F", ELEMENTS["D"]),
        ("CUDA_C_32F", ELEMENTS["C"]), ("CUDA_C_64F", ELEMENTS["Z"]),
    )
}  # fmt: skip
_COMPUTED = {HALF: ELEMENTS["S"], BFLOAT: ELEMENTS["S"]}
"""What numbers of half the width are computed in; others in their own type."""


def _types(ctx: ModelContext, execution: Value, *stored: Value) -> tuple[Element, Element]:
    """The type of all these, and that of the computation. Combinations that no table of the reference has are
    refused."""
    found = {_TYPES.get(ctx.concretize(type, I32)) for type in stored}
    element = found.pop()
    compute = _TYPES.get(ctx.concretize(execution, I32))
    if found or element is None or compute != _COMPUTED.get(element, element):
        ctx.unsupported(f"{ctx.name}() of this combination of types")
    assert compute is not None
    return element, compute


def _dot(
    ctx: ModelContext, handle: Value, n: Value, x: Value, x_type: Value, incx: Value, y: Value, y_type: Value,
    incy: Value, result: Value, result_type: Value, execution: Value,
) -> Value:  # fmt: skip
    """The sum of the products; dotc conjugates the numbers of x. No numbers give 0."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    element, compute = _types(ctx, execution, x_type, y_type, result_type)
    conjugates = ctx.name == "cublasDotcEx"
    return dot(ctx, handle, n, (x, incx), (y, incy), result, element, compute, conjugates=conjugates)


for _name in ("Dot", "Dotc"):
    model(
        f"cublasStatus_t cublas{_name}Ex(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, "
        "const void *y, cudaDataType yType, int incy, void *result, cudaDataType resultType, "
        "cudaDataType executionType)",
        device=False,
    )(_dot)


@model(
    "cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, "
    "void *result, cudaDataType resultType, cudaDataType executionType)",
    device=False,
)
def nrm2_ex(
    ctx: ModelContext, handle: Value, n: Value, x: Value, x_type: Value, incx: Value, result: Value,
    result_type: Value, execution: Value,
) -> Value:  # fmt: skip
    """The root of the sum of the squares, a real number; 0 for no numbers and for an increment that is not positive."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    if ctx.decide(is_null(ctx, result)):
        return INVALID_VALUE
    element, target = (_TYPES.get(ctx.concretize(type, I32)) for type in (x_type, result_type))
    compute = _TYPES.get(ctx.concretize(execution, I32))
    if element is None or target is None or compute is None:
        ctx.unsupported(f"{ctx.name}() of this combination of types")
    assert element is not None and target is not None and compute is not None
    real = element if element.parts == 1 else _TYPES[DATA_TYPES["CUDA_R_32F" if element.size == 8 else "CUDA_R_64F"]]
    if (target, compute) != (real, _COMPUTED.get(real, real)):
        ctx.unsupported(f"{ctx.name}() of this combination of types")
    vector = VectorOperand(x, integer(ctx, n), integer(ctx, incx), element)
    return reduced(ctx, handle, vector, result, norm, real, Element("", compute.type, element.parts))


@model(
    "cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alphaType, "
    "const void *x, cudaDataType xType, int incx, void *y, cudaDataType yType, int incy, cudaDataType executiontype)",
    device=False,
)
def axpy_ex(
    ctx: ModelContext, handle: Value, n: Value, alpha: Value, alpha_type: Value, x: Value, x_type: Value, incx: Value,
    y: Value, y_type: Value, incy: Value, execution: Value,
) -> Value:  # fmt: skip
    """y = alpha * x + y."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    element, compute = _types(ctx, execution, x_type, y_type)
    _require_factor(ctx, alpha_type, compute)
    return axpy(ctx, handle, n, alpha, (x, incx), (y, incy), element, compute)


@model(
    "cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alphaType, void *x, "
    "cudaDataType xType, int incx, cudaDataType executionType)",
    device=False,
)
def scal_ex(
    ctx: ModelContext, handle: Value, n: Value, alpha: Value, alpha_type: Value, x: Value, x_type: Value, incx: Value,
    execution: Value,
) -> Value:  # fmt: skip
    """x = alpha * x; nothing happens for an increment that is not positive."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    element, compute = _types(ctx, execution, x_type)
    _require_factor(ctx, alpha_type, compute)
    return scal(ctx, handle, n, alpha, (x, incx), element, compute, compute)


def _require_factor(ctx: ModelContext, type: Value, compute: Element) -> None:
    """The type of a factor is that of the computation."""
    if _TYPES.get(ctx.concretize(type, I32)) != compute:
        ctx.unsupported(f"{ctx.name}() of this combination of types")
