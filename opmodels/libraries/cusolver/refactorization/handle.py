"""The life and the settings of a handle (cuSOLVER reference, "cusolverRfCreate()" and those that follow)."""

from cudabmc.modelapi import F64, I32, I64, ModelContext, Value
from opmodels.libraries.cusolver.common import handle as common
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.refactorization.types import is_of
from opmodels.registry import model
from opmodels.runtime import handle as handles

HANDLE = handles.HandleKind(
    "cusolverRf handle", 0x50EF,
    (
        ("format", I32), ("diagonal", I32), ("factorization", I32), ("solve", I32), ("fast", I32), ("zero", F64),
        ("boost", F64), ("rows", I32), ("entries", I32), ("set up", I32), ("analysed", I32), ("refactored", I32),
        ("order", I64), ("matrix", I64),
    ),
)  # fmt: skip


def is_given(ctx: ModelContext, handle: Value) -> bool:
    """Is there a cusolverRf handle? One that was destroyed, or is something else, is a defect."""
    return handles.is_given(ctx, handle, HANDLE)


@model("cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A handle; resources may be short."""
    return common.created(ctx, target, HANDLE, {"solve": 1, "zero": 0.0, "boost": 0.0})


@model("cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle)", device=False)
def destroy(ctx: ModelContext, handle: Value) -> Value:
    """Ends a handle, after all that the device has to do."""
    return common.destroyed(ctx, handle, HANDLE)


@model(
    "cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format, "
    "cusolverRfUnitDiagonal_t diag)",
    device=False,
)
def set_format(ctx: ModelContext, handle: Value, format: Value, diagonal: Value) -> Value:
    """CSR alone is modelled."""
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    kind, unit = ctx.concretize(format, I32), ctx.concretize(diagonal, I32)
    if not is_of("cusolverRfMatrixFormat_t", kind) or not is_of("cusolverRfUnitDiagonal_t", unit):
        return INVALID_VALUE
    if kind != 0:
        ctx.unsupported(f"{ctx.name}() with CUSOLVERRF_MATRIX_FORMAT_CSC")
    handles.put(ctx, handle, HANDLE, "diagonal", diagonal)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero, double boost)",
    device=False,
)
def set_numbers(ctx: ModelContext, handle: Value, zero: Value, boost: Value) -> Value:
    """Pivots that are less than zero make a zero pivot, or become boost if that is not 0."""
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    handles.put(ctx, handle, HANDLE, "zero", zero)
    handles.put(ctx, handle, HANDLE, "boost", boost)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg, "
    "cusolverRfTriangularSolve_t solveAlg)",
    device=False,
)
def set_algorithms(ctx: ModelContext, handle: Value, factorization: Value, solve: Value) -> Value:
    """Algorithms, which change the last places of results only."""
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    first, second = ctx.concretize(factorization, I32), ctx.concretize(solve, I32)
    if not is_of("cusolverRfFactorization_t", first) or not is_of("cusolverRfTriangularSolve_t", second):
        return INVALID_VALUE
    handles.put(ctx, handle, HANDLE, "factorization", factorization)
    handles.put(ctx, handle, HANDLE, "solve", solve)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle, "
    "cusolverRfResetValuesFastMode_t fastMode)",
    device=False,
)
def set_fast_mode(ctx: ModelContext, handle: Value, mode: Value) -> Value:
    """More memory for less time."""
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    if not is_of("cusolverRfResetValuesFastMode_t", ctx.concretize(mode, I32)):
        return INVALID_VALUE
    handles.put(ctx, handle, HANDLE, "fast", mode)
    return SUCCESS
