"""Copies and fills between memories (CUDA Runtime API, "Memory Management").

In this version a transfer is done when the call returns, and the work that was issued before it
is done when it begins, in whatever stream. The Async forms and copies from device to device, for
which the reference promises less ("API synchronization behavior"), are noted as an assumption.
"""

from collections.abc import Callable

from cudabmc.modelapi import I8, I32, NULL, ModelContext, Op, Space, Value
from opmodels.runtime.api import api
from opmodels.runtime.copy_direction import DEVICE, Kind, check_direction
from opmodels.runtime.error_codes import fail, succeed

SYNCHRONOUS = "work issued to a stream is done when the call returns (asynchronous calls are modelled as synchronous)"


def issue(
    ctx: ModelContext, stream: Value, action: Callable[[], None], *, target: Value, source: Value | None = None
) -> None:
    """Have the device do `action` in a stream, after what the stream already holds. `target` and
    `source` are the memory that it writes and reads: on them depends whether a function that is not
    called ...Async waits for the end (CUDA Runtime API, "API synchronization behavior").
    `action` decides nothing."""
    if ctx.name.endswith("Async"):
        ctx.note(SYNCHRONOUS)
    ctx.synchronise()
    action()


def copy_checked(
    ctx: ModelContext, target: Value, source: Value, size: Value, kind: Value, stream: Value = NULL
) -> Value:
    """Copy with a check of the direction; the result of the call."""
    if ctx.is_const(size) and size == 0:
        return succeed(ctx)
    if not check_direction(ctx, target, source, size, kind):
        return fail(ctx, "cudaErrorInvalidMemcpyDirection")
    issue(ctx, stream, lambda: ctx.copy(target, source, size, cross=True), target=target, source=source)
    return succeed(ctx)


@api(
    "cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind)",
    "cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind, "
    "cudaStream_t stream = 0)",
)
def cuda_memcpy(
    ctx: ModelContext, target: Value, source: Value, size: Value, kind: Value, stream: Value = NULL
) -> Value:
    """Copies `count` bytes; both ranges must lie in live objects."""
    return copy_checked(ctx, target, source, size, kind, stream)


@api(
    "cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count)",
    "cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice, size_t count, "
    "cudaStream_t stream = 0)",
)
def cuda_memcpy_peer(
    ctx: ModelContext,
    target: Value,
    target_device: Value,
    source: Value,
    source_device: Value,
    size: Value,
    stream: Value = NULL,
) -> Value:
    """A copy between devices, of which the model has one."""
    if ctx.concretize(target_device, I32) or ctx.concretize(source_device, I32):
        return fail(ctx, "cudaErrorInvalidDevice")
    return copy_checked(ctx, target, source, size, Kind.cudaMemcpyDeviceToDevice.value, stream)


@api(
    "cudaError_t cudaMemset(void *devPtr, int value, size_t count)",
    "cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream = 0)",
)
def cuda_memset(ctx: ModelContext, target: Value, value: Value, size: Value, stream: Value = NULL) -> Value:
    """Sets each byte to the low byte of `value`."""
    if ctx.is_const(size) and size == 0:
        return succeed(ctx)
    check_device_memory(ctx, target)
    byte = ctx.op(Op.TRUNC, I8, value, of=I32)
    issue(ctx, stream, lambda: ctx.fill(target, byte, size, cross=True), target=target)
    return succeed(ctx)


def check_device_memory(ctx: ModelContext, pointer: Value) -> None:
    """Require that the device reaches the memory that is to be set."""
    space = ctx.space(pointer)
    if space is not None and space not in DEVICE and space is not Space.PINNED:
        text = f"{ctx.name} sets {ctx.object_name(pointer)}, which is {space.value} memory and not device memory"
        ctx.require(False, "api-misuse", text)
