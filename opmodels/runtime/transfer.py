"""Copies and fills between memories (CUDA Runtime API, "Memory Management")."""

from collections.abc import Callable

from cudabmc.modelapi import I8, I32, NULL, ModelContext, Op, Space, Value
from opmodels.libc.device_heap import require_of_runtime
from opmodels.runtime.api import api
from opmodels.runtime.copy_direction import DEVICE, CopyKind, check_direction
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.overlap import require_disjoint


def issue(
    ctx: ModelContext, stream: Value, action: Callable[[], None], *, target: Value, source: Value | None = None
) -> None:
    """Have the device do `action` in a stream, after what the stream already holds. `target` and
    `source` are the memory that it writes and reads: on them depends whether a function that is not
    called ...Async waits for the end (CUDA Runtime API, "API synchronization behavior").
    `action` decides nothing."""
    spaces = tuple(ctx.space(pointer) for pointer in (target, source) if pointer is not None)
    ctx.issue(stream, action, wait=_waits(ctx.name.endswith("Async"), spaces))


_PAGEABLE = frozenset({Space.HOST_HEAP, Space.HOST_STACK, Space.HOST_GLOBAL})
_HOST = _PAGEABLE | {Space.PINNED}
_ONLY_DEVICE = frozenset({Space.DEVICE_GLOBAL, Space.CONSTANT})


def _waits(asynchronous: bool, spaces: tuple[Space | None, ...]) -> str:
    """How long the host waits: "API synchronization behavior", for a fill with the target alone.

    A copy from pageable memory to the device is over for the host when the source was read. Memory
    that both sides reach has no rule of its own: the host waits, as for memory of the host.
    """
    if asynchronous:
        return "end" if len(spaces) > 1 and all(space in _HOST for space in spaces) else ""
    if all(space in _ONLY_DEVICE for space in spaces):
        return ""
    if len(spaces) > 1 and spaces[0] in _ONLY_DEVICE and spaces[1] in _PAGEABLE:
        return "begin"
    return "end"


def copy_checked(
    ctx: ModelContext, target: Value, source: Value, size: Value, kind: Value, stream: Value = NULL
) -> Value:
    """Copy with a check of the direction; the result of the call."""
    if ctx.is_const(size) and size == 0:
        return succeed(ctx)
    if not check_direction(ctx, target, source, size, kind):
        return fail(ctx, "cudaErrorInvalidMemcpyDirection")
    require_disjoint(ctx, target, source, size)
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
    return copy_checked(ctx, target, source, size, CopyKind.cudaMemcpyDeviceToDevice.value, stream)


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
    """Require that the device reaches the memory that is to be set, and that no kernel has allocated it."""
    require_of_runtime(ctx, pointer, 1)
    space = ctx.space(pointer)
    if space is not None and space not in DEVICE and space is not Space.PINNED:
        text = f"{ctx.name} sets {ctx.object_name(pointer)}, which is {space.value} memory and not device memory"
        ctx.require(False, "api-misuse", text)
