"""The life and the settings of a handle (cuSOLVER reference, "cuSolverDN Helper Function Reference")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common import handle as common
from opmodels.libraries.cusolver.common.handle import DENSE
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.registry import model
from opmodels.runtime import handle as handles


@model("cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A handle; resources may be short."""
    return common.created(ctx, target, DENSE, {"deterministic": 1})


@model("cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)", device=False)
def destroy(ctx: ModelContext, handle: Value) -> Value:
    """Ends a handle, after all that the device has to do."""
    return common.destroyed(ctx, handle, DENSE)


@model("cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId)", device=False)
def set_stream(ctx: ModelContext, handle: Value, stream: Value) -> Value:
    """Later calls are issued to this stream."""
    return common.stream_set(ctx, handle, stream, DENSE)


@model("cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *streamId)", device=False)
def get_stream(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """The stream that was set, NULL for the default one."""
    return common.stream_stored(ctx, handle, target, DENSE)


@model(
    "cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode)",
    device=False,
)
def set_deterministic(ctx: ModelContext, handle: Value, mode: Value) -> Value:
    """Whether results may differ from run to run in the last places; here they do not."""
    if not common.is_dense(ctx, handle):
        return NOT_INITIALIZED
    if ctx.concretize(mode, I32) not in (1, 2):
        return INVALID_VALUE
    handles.put(ctx, handle, DENSE, "deterministic", mode)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode)",
    device=False,
)
def get_deterministic(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """What was set; CUSOLVER_DETERMINISTIC_RESULTS before."""
    if not common.is_dense(ctx, handle):
        return NOT_INITIALIZED
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    ctx.store(target, handles.get(ctx, handle, DENSE, "deterministic"), I32)
    return SUCCESS
