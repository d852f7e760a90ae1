"""Handles and descriptors: created, set, destroyed (cuDNN reference, "API Reference").

A descriptor is used with what was set last. A call with one that was not set, or was destroyed, is a defect.
"""

from cudabmc.modelapi import BOOL, I32, I64, PTR, ModelContext, Op, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cudnn.types import BAD_PARAM, NOT_INITIALIZED, STATUS, STATUSES, SUCCESS
from opmodels.libraries.stream_operations import stream_of_handle
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails
from opmodels.runtime.errors import constant_text
from opmodels.runtime.stream import check_stream

HANDLE = handles.HandleKind("cuDNN handle", 0xD1, (("stream", PTR),))


def _kind(name: str, tag: int, fields: str) -> handles.HandleKind:
    return handles.HandleKind(f"{name} descriptor", tag, tuple((field, I32) for field in ("is set", *fields.split())))


TENSOR = _kind("tensor", 0xD2, "type n c h w n_stride c_stride h_stride w_stride")
FILTER = _kind("filter", 0xD3, "type format k c h w")
CONVOLUTION = _kind("convolution", 0xD4, "pad_h pad_w step_h step_w dilation_h dilation_w mode type groups math")
ACTIVATION = handles.HandleKind("activation descriptor", 0xD5, (("is set", I32), ("mode", I32), ("coefficient", I64)))
POOLING = _kind("pooling", 0xD6, "mode h w pad_h pad_w step_h step_w")
_KINDS = {"Tensor": TENSOR, "Filter": FILTER, "Convolution": CONVOLUTION, "Activation": ACTIVATION, "Pooling": POOLING}


def set_fields(ctx: ModelContext, descriptor: Value, kind: handles.HandleKind, **values: Value) -> None:
    """Set fields of a descriptor that was checked."""
    handles.put(ctx, descriptor, kind, "is set", 1)
    for name, value in values.items():
        handles.put(ctx, descriptor, kind, name, value % 2**32 if isinstance(value, int) and value < 0 else value)


def fields_of(ctx: ModelContext, descriptor: Value, kind: handles.HandleKind) -> dict[str, int] | None:
    """All fields of a descriptor that must have been set; None for NULL, and where it was not."""
    if not handles.is_given(ctx, descriptor, kind):
        return None
    is_set = ctx.op(Op.EQ, BOOL, handles.get(ctx, descriptor, kind, "is set"), 1, of=I32)
    ctx.require(is_set, "api-misuse", f"{ctx.name} is given a {kind.noun} that was not set")
    if is_set is False:
        return None
    return {name: signed(handles.number(ctx, descriptor, kind, name), type.size * 8) for name, type in kind.fields
            if type in (I32, I64)}  # fmt: skip


def checked(ctx: ModelContext, handle: Value) -> bool:
    """Is there a handle?"""
    return handles.is_given(ctx, handle, HANDLE)


def stream_of(ctx: ModelContext, handle: Value) -> Value:
    """The stream that operations are issued to, which must be alive."""
    return stream_of_handle(ctx, handle, HANDLE)


@model("cudnnStatus_t cudnnCreate(cudnnHandle_t *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """"CUDNN_STATUS_BAD_PARAM: invalid (NULL) input pointer supplied"."""
    if handles.is_null(ctx, target):
        return BAD_PARAM
    if call_fails(ctx):
        return STATUS["ALLOC_FAILED"]
    handles.create(ctx, target, HANDLE)
    return SUCCESS


@model("cudnnStatus_t cudnnDestroy(cudnnHandle_t handle)", device=False)
def destroy(ctx: ModelContext, handle: Value) -> Value:
    """Ends a handle, after what the device has to do."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    ctx.synchronise()
    handles.destroy(ctx, handle, HANDLE)
    return SUCCESS


@model("cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId)", device=False)
def set_stream(ctx: ModelContext, handle: Value, stream: Value) -> Value:
    """Later calls are issued to this stream. "CUDNN_STATUS_BAD_PARAM: Invalid (NULL) handle"."""
    if not checked(ctx, handle):
        return BAD_PARAM
    check_stream(ctx, stream)
    handles.put(ctx, handle, HANDLE, "stream", stream)
    return SUCCESS


@model("cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t *streamId)", device=False)
def get_stream(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """The stream that was set."""
    if not checked(ctx, handle):
        return BAD_PARAM
    ctx.store(target, handles.get(ctx, handle, HANDLE, "stream"), PTR)
    return SUCCESS


@model("size_t cudnnGetVersion(void)", device=False)
def get_version(ctx: ModelContext) -> Value:
    """The version of the headers."""
    return 8907


@model("const char *cudnnGetErrorString(cudnnStatus_t status)", device=False)
def error_string(ctx: ModelContext, status: Value) -> Value:
    """The enumerator."""
    number = ctx.concretize(status, I32)
    known = number < len(STATUSES)
    return constant_text(ctx, f"CUDNN_STATUS_{STATUSES[number]}" if known else "CUDNN_UNKNOWN_STATUS")


@model(
    *(
        f"cudnnStatus_t cudnnCreate{name}Descriptor(cudnn{name}Descriptor_t *descriptor)"
        for name in ("Tensor", "Filter", "Convolution", "Activation", "Pooling")
    ),
    device=False,
)
def create_descriptor(ctx: ModelContext, target: Value) -> Value:
    """A descriptor that must be set before it is used."""
    if call_fails(ctx):
        return STATUS["ALLOC_FAILED"]
    handles.create(ctx, target, _KINDS[ctx.name.removeprefix("cudnnCreate").removesuffix("Descriptor")])
    return SUCCESS


@model(
    *(
        f"cudnnStatus_t cudnnDestroy{name}Descriptor(cudnn{name}Descriptor_t descriptor)"
        for name in ("Tensor", "Filter", "Convolution", "Activation", "Pooling")
    ),
    device=False,
)
def destroy_descriptor(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor; NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        kind = _KINDS[ctx.name.removeprefix("cudnnDestroy").removesuffix("Descriptor")]
        handles.destroy(ctx, descriptor, kind)
    return SUCCESS
