"""The life and the stream of the handles of cuSOLVER's parts (cuSOLVER reference, "cusolverDnCreate()",
"cusolverSpCreate()")."""

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cusolver.common.types import ALLOC_FAILED, INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.stream_operations import stream_of_handle
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails
from opmodels.runtime.stream import check_stream

DENSE = handles.HandleKind("cusolverDn handle", 0x501D, (("stream", PTR), ("deterministic", I32)))
SPARSE = handles.HandleKind("cusolverSp handle", 0x5015, (("stream", PTR),))


def created(ctx: ModelContext, target: Value, kind: handles.HandleKind, values: dict[str, Value]) -> int:
    """The status of a creation; resources may be short."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    if call_fails(ctx):
        return ALLOC_FAILED
    handles.create(ctx, target, kind, values)
    return SUCCESS


def destroyed(ctx: ModelContext, handle: Value, kind: handles.HandleKind) -> int:
    """The status of an end, which waits for what the device has to do."""
    if not handles.is_given(ctx, handle, kind):
        return NOT_INITIALIZED
    ctx.synchronise()
    handles.destroy(ctx, handle, kind)
    return SUCCESS


def stream_set(ctx: ModelContext, handle: Value, stream: Value, kind: handles.HandleKind) -> int:
    """The status of a setting of the stream of later calls."""
    if not handles.is_given(ctx, handle, kind):
        return NOT_INITIALIZED
    check_stream(ctx, stream)
    handles.put(ctx, handle, kind, "stream", stream)
    return SUCCESS


def stream_stored(ctx: ModelContext, handle: Value, target: Value, kind: handles.HandleKind) -> int:
    """The status of a question for the stream, NULL for the default one."""
    if not handles.is_given(ctx, handle, kind):
        return NOT_INITIALIZED
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    ctx.store(target, handles.get(ctx, handle, kind, "stream"), PTR)
    return SUCCESS


def is_dense(ctx: ModelContext, handle: Value) -> bool:
    """Is there a cusolverDn handle? One that was destroyed, or is something else, is a defect."""
    return handles.is_given(ctx, handle, DENSE)


def stream_of(ctx: ModelContext, handle: Value) -> Value:
    """The stream of a cusolverDn handle, which must be alive."""
    return stream_of_handle(ctx, handle, DENSE)


def integers(ctx: ModelContext, *values: Value) -> list[int]:
    """int arguments; one run for each value that is possible."""
    return [signed(ctx.concretize(value, I32), 32) for value in values]


def long_integers(ctx: ModelContext, *values: Value) -> list[int]:
    """int64_t arguments; one run for each value that is possible."""
    return [signed(ctx.concretize(value, I64), 64) for value in values]
