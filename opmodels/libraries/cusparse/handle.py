"""The life and the settings of a handle (cuSPARSE reference, "cuSPARSE Management API")."""

from cudabmc.modelapi import I32, PTR, ModelContext, Value
from opmodels.libraries.cusparse.types import ALLOC_FAILED, INVALID_VALUE, STATUS, SUCCESS, VERSION
from opmodels.libraries.stream_operations import stream_of_handle
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails
from opmodels.runtime.errors import constant_text
from opmodels.runtime.stream import check_stream

HANDLE = handles.HandleKind("cuSPARSE handle", 0x59A5, (("stream", PTR), ("pointer mode", I32)))
_TEXTS = (
    "success", "initialization error", "out of memory", "invalid value", "architecture mismatch",
    "texture memory mapping error", "kernel launch failure", "internal error", "matrix type not supported",
    "zero pivot", "operation not supported", "insufficient resources",
)  # fmt: skip
_UNKNOWN = "unrecognized error code"


def checked(ctx: ModelContext, handle: Value) -> bool:
    """Is there a handle? One that was destroyed, or is something else, is a defect."""
    return handles.is_given(ctx, handle, HANDLE)


def stream_of(ctx: ModelContext, handle: Value) -> Value:
    """The stream that operations are issued to, which must be alive."""
    return stream_of_handle(ctx, handle, HANDLE)


def scalars_on_device(ctx: ModelContext, handle: Value) -> bool:
    """Are scalars in memory of the device (CUSPARSE_POINTER_MODE_DEVICE)?"""
    return handles.number(ctx, handle, HANDLE, "pointer mode") == 1


@model("cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A handle; resources may be short."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    if call_fails(ctx):
        return ALLOC_FAILED
    handles.create(ctx, target, HANDLE)
    return SUCCESS


@model("cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)", device=False)
def destroy(ctx: ModelContext, handle: Value) -> Value:
    """Ends a handle, after what the device has to do. NULL does nothing."""
    if checked(ctx, handle):
        ctx.synchronise()
        handles.destroy(ctx, handle, HANDLE)
    return SUCCESS


@model("cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t streamId)", device=False)
def set_stream(ctx: ModelContext, handle: Value, stream: Value) -> Value:
    """Later calls are issued to this stream."""
    if not checked(ctx, handle):
        return INVALID_VALUE
    check_stream(ctx, stream)
    handles.put(ctx, handle, HANDLE, "stream", stream)
    return SUCCESS


@model("cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *streamId)", device=False)
def get_stream(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """The stream that was set, NULL for the default one."""
    if not checked(ctx, handle) or handles.is_null(ctx, target):
        return INVALID_VALUE
    ctx.store(target, handles.get(ctx, handle, HANDLE, "stream"), PTR)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode)", device=False
)
def set_pointer_mode(ctx: ModelContext, handle: Value, mode: Value) -> Value:
    """Are scalars of later calls in memory of the host, or of the device?"""
    if not checked(ctx, handle) or ctx.concretize(mode, I32) not in (0, 1):
        return INVALID_VALUE
    handles.put(ctx, handle, HANDLE, "pointer mode", mode)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode)", device=False
)
def get_pointer_mode(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """What was set; CUSPARSE_POINTER_MODE_HOST before."""
    if not checked(ctx, handle) or handles.is_null(ctx, target):
        return INVALID_VALUE
    ctx.store(target, handles.get(ctx, handle, HANDLE, "pointer mode"), I32)
    return SUCCESS


@model("cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)", device=False)
def get_version(ctx: ModelContext, handle: Value, version: Value) -> Value:
    """The version that came with CUDA 12.4."""
    if not checked(ctx, handle) or handles.is_null(ctx, version):
        return INVALID_VALUE
    ctx.store(version, VERSION, I32)
    return SUCCESS


@model("const char *cusparseGetErrorName(cusparseStatus_t status)", device=False)
def error_name(ctx: ModelContext, status: Value) -> Value:
    """The enumerator."""
    names = {number: name for name, number in STATUS.items()}
    return constant_text(ctx, names.get(ctx.concretize(status, I32), _UNKNOWN))


@model("const char *cusparseGetErrorString(cusparseStatus_t status)", device=False)
def error_string(ctx: ModelContext, status: Value) -> Value:
    """The description that the library gives."""
    number = ctx.concretize(status, I32)
    return constant_text(ctx, _TEXTS[number] if number < len(_TEXTS) else _UNKNOWN)
