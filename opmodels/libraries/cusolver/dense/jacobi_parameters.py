"""The parameters of Jacobi's method (cuSOLVER reference, "cusolverDnCreateSyevjInfo()", "cusolverDnCreateGesvdjInfo()"
and those that follow)."""

from cudabmc.modelapi import BOOL, F64, I32, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import sle, slt
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cusolver.common.handle import is_dense
from opmodels.libraries.cusolver.common.types import ALLOC_FAILED, INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails

_FIELDS = (("tolerance", F64), ("sweeps", I32), ("sort", I32), ("done", I32))
KINDS = {
    "Syevj": handles.HandleKind("syevjInfo_t", 0x50E1, _FIELDS),
    "Gesvdj": handles.HandleKind("gesvdjInfo_t", 0x50E2, _FIELDS),
}
_SWEEPS = 100
_LOOSEST, _FEWEST = 1e-5, 10
"""Beyond this tolerance, or with fewer sweeps, results may be far from the exact ones."""


def _kind(name: str) -> handles.HandleKind:
    return KINDS["Gesvdj" if "esvdj" in name else "Syevj"]


def is_given(ctx: ModelContext, params: Value, kind: str) -> bool:
    """Are there parameters? Those that were destroyed, or are something else, are a defect."""
    return handles.is_given(ctx, params, KINDS[kind])


def note_call(ctx: ModelContext, params: Value, kind: str) -> None:
    """An operation runs with these parameters."""
    handles.put(ctx, params, KINDS[kind], "done", 1)


def is_accurate(ctx: ModelContext, params: Value, kind: str) -> bool:
    """Does the operation converge, and sort what it finds?"""
    tolerance = handles.get(ctx, params, KINDS[kind], "tolerance")
    tight = ctx.decide(ctx.op(Op.FLE, BOOL, tolerance, _LOOSEST, of=F64))
    sweeps = signed(handles.number(ctx, params, KINDS[kind], "sweeps"), 32)
    return tight and sweeps >= _FEWEST and handles.number(ctx, params, KINDS[kind], "sort") != 0


@model(
    "cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info)",
    "cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info)",
    device=False,
)
def create(ctx: ModelContext, target: Value) -> Value:
    """100 sweeps, the tolerance of the type, and sorted results."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    if call_fails(ctx):
        return ALLOC_FAILED
    handles.create(ctx, target, _kind(ctx.name), {"tolerance": 0.0, "sweeps": _SWEEPS, "sort": 1})
    return SUCCESS


@model(
    "cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info)",
    "cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info)",
    device=False,
)
def destroy(ctx: ModelContext, info: Value) -> Value:
    """Ends them. NULL does nothing."""
    if not handles.is_null(ctx, info):
        handles.destroy(ctx, info, _kind(ctx.name))
    return SUCCESS


@model(
    "cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance)",
    "cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance)",
    "cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps)",
    "cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps)",
    "cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig)",
    "cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd)",
    device=False,
)
def set_parameter(ctx: ModelContext, info: Value, value: Value) -> Value:
    """With a large tolerance, few sweeps, or without sorting, results are arbitrary."""
    field = {"Tolerance": "tolerance", "MaxSweeps": "sweeps", "SortEig": "sort"}[ctx.name.split("Set")[1]]
    kind = _kind(ctx.name)
    if not handles.is_given(ctx, info, kind):
        return INVALID_VALUE
    handles.put(ctx, info, kind, field, value)
    return SUCCESS


def _asked(ctx: ModelContext, handle: Value, info: Value, target: Value) -> int:
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    kind = _kind(ctx.name)
    if not handles.is_given(ctx, info, kind) or handles.is_null(ctx, target):
        return INVALID_VALUE
    done = ctx.op(Op.EQ, BOOL, handles.get(ctx, info, kind, "done"), 1, of=I32)
    ctx.require(done, "api-misuse", f"{ctx.name} is called before an operation has used these parameters")
    ctx.synchronise()
    return SUCCESS


@model(
    "cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info, double *residual)",
    "cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info, double *residual)",
    device=False,
)
def get_residual(ctx: ModelContext, handle: Value, info: Value, target: Value) -> Value:
    """A number that is not negative and not more than 1."""
    status = _asked(ctx, handle, info, target)
    if status == SUCCESS:
        value = approximate(ctx, F64, "a residual of Jacobi's method")
        ctx.constrain(ctx.op(Op.FLE, BOOL, 0.0, value, of=F64))
        ctx.constrain(ctx.op(Op.FLE, BOOL, value, 1.0, of=F64))
        ctx.store(target, value, F64)
    return status


@model(
    "cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int *executed_sweeps)",
    "cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int *executed_sweeps)",
    device=False,
)
def get_sweeps(ctx: ModelContext, handle: Value, info: Value, target: Value) -> Value:
    """A number that is not negative, and less than a thousand."""
    status = _asked(ctx, handle, info, target)
    if status == SUCCESS:
        value = approximate(ctx, I32, "a number of sweeps of Jacobi's method")
        ctx.constrain(sle(ctx, 0, value))
        ctx.constrain(slt(ctx, value, 1000))
        ctx.store(target, value, I32)
    return status
