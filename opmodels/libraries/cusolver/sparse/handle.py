"""The life and the stream of a handle (cuSOLVER reference, "cuSolverSP Helper Function Reference")."""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cusolver.common import handle as common
from opmodels.libraries.cusolver.common.handle import SPARSE
from opmodels.libraries.stream_operations import stream_of_handle
from opmodels.registry import model
from opmodels.runtime import handle as handles


def is_sparse(ctx: ModelContext, handle: Value) -> bool:
    """Is there a cusolverSp handle? One that was destroyed, or is something else, is a defect."""
    return handles.is_given(ctx, handle, SPARSE)


def stream_of(ctx: ModelContext, handle: Value) -> Value | None:
    """The stream of a cusolverSp handle, which must be alive; None for a function that the host carries out."""
    return None if ctx.name.endswith("Host") else stream_of_handle(ctx, handle, SPARSE)


@model("cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A handle; resources may be short."""
    return common.created(ctx, target, SPARSE, {})


@model("cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle)", device=False)
def destroy(ctx: ModelContext, handle: Value) -> Value:
    """Ends a handle, after all that the device has to do."""
    return common.destroyed(ctx, handle, SPARSE)


@model("cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId)", device=False)
def set_stream(ctx: ModelContext, handle: Value, stream: Value) -> Value:
    """Later calls are issued to this stream."""
    return common.stream_set(ctx, handle, stream, SPARSE)


@model("cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *streamId)", device=False)
def get_stream(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """The stream that was set, NULL for the default one."""
    return common.stream_stored(ctx, handle, target, SPARSE)
