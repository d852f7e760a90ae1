"""Advice about managed memory, which no program can see in its values (CUDA Runtime API,
cudaMemPrefetchAsync, cudaMemAdvise and cudaMemRangeGetAttribute)."""

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Space, Value
from opmodels.registry import enumeration
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.stream import check_stream

_ADVICE = (
    "cudaMemAdviseSetReadMostly",
    "cudaMemAdviseUnsetReadMostly",
    "cudaMemAdviseSetPreferredLocation",
    "cudaMemAdviseUnsetPreferredLocation",
    "cudaMemAdviseSetAccessedBy",
    "cudaMemAdviseUnsetAccessedBy",
)
_READ_MOSTLY = (1, 2)  # for these two the device is ignored
_ATTRIBUTES = (
    "cudaMemRangeAttributeReadMostly", "cudaMemRangeAttributePreferredLocation", "cudaMemRangeAttributeAccessedBy",
    "cudaMemRangeAttributeLastPrefetchLocation", "cudaMemRangeAttributePreferredLocationType",
    "cudaMemRangeAttributePreferredLocationId", "cudaMemRangeAttributeLastPrefetchLocationType",
    "cudaMemRangeAttributeLastPrefetchLocationId",
)  # fmt: skip
_CPU, _INVALID = 2**32 - 1, 2**32 - 2  # cudaCpuDeviceId, cudaInvalidDeviceId

enumeration("cudaMemoryAdvise", _ADVICE, first=1)
enumeration("cudaMemRangeAttribute", _ATTRIBUTES, first=1)


def _is_place(ctx: ModelContext, device: Value) -> bool:
    """Is this the host or the device?"""
    return ctx.concretize(device, I32) in (0, _CPU)


@api("cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice, cudaStream_t stream = 0)")
def mem_prefetch(ctx: ModelContext, pointer: Value, size: Value, device: Value, stream: Value) -> Value:
    """Moves pages of managed memory."""
    check_stream(ctx, stream)
    if not _is_place(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    return _check_managed(ctx, pointer, size)


@api(
    "cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length = 0, unsigned int flags = 4)"
)
def attach_memory(ctx: ModelContext, stream: Value, pointer: Value, length: Value, flags: Value) -> Value:
    """Says which streams use managed memory. "length must be zero or equal to the entire allocation's size", and the
    flag is one of cudaMemAttachGlobal, cudaMemAttachHost and cudaMemAttachSingle."""
    check_stream(ctx, stream)
    if ctx.space(pointer) not in (Space.MANAGED, None) or ctx.concretize(flags, I32) not in (1, 2, 4):
        return fail(ctx, "cudaErrorInvalidValue")
    whole = ctx.object_size(pointer)
    fits = ctx.op(Op.EQ, BOOL, length, 0, of=I64)
    if whole is not None:
        fits = ctx.op(Op.OR, BOOL, fits, ctx.op(Op.EQ, BOOL, length, whole, of=I64))
    return succeed(ctx) if ctx.decide(fits) else fail(ctx, "cudaErrorInvalidValue")


@api("cudaError_t cudaMemAdvise(const void *devPtr, size_t count, cudaMemoryAdvise advice, int device)")
def mem_advise(ctx: ModelContext, pointer: Value, size: Value, advice: Value, device: Value) -> Value:
    """Says how managed memory will be used."""
    number = ctx.concretize(advice, I32)
    if not 1 <= number <= len(_ADVICE):
        return fail(ctx, "cudaErrorInvalidValue")
    if number not in _READ_MOSTLY and not _is_place(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    return _check_managed(ctx, pointer, size)


def _check_managed(ctx: ModelContext, pointer: Value, size: Value) -> Value:
    """The range must lie in managed memory, and not be empty."""
    empty = ctx.decide(ctx.op(Op.EQ, BOOL, size, 0, of=I64))
    if empty or ctx.space(pointer) not in (Space.MANAGED, None):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.check_range(pointer, size, write=False, cross=True)
    return succeed(ctx)


@api(
    "cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataSize, cudaMemRangeAttribute attribute, "
    "const void *devPtr, size_t count)"
)
def mem_range_get_attribute(
    ctx: ModelContext, data: Value, data_size: Value, attribute: Value, pointer: Value, count: Value
) -> Value:
    """Advice is not remembered: any answer that the attribute can have. All attributes are 4 bytes wide, of
    cudaMemRangeAttributeAccessedBy there are as many as fit."""
    number = ctx.concretize(attribute, I32)
    room = ctx.concretize(data_size, I64)
    several = number == 3
    if not 1 <= number <= len(_ATTRIBUTES) or room == 0 or (room % 4 if several else room != 4):
        return fail(ctx, "cudaErrorInvalidValue")
    result = _check_managed(ctx, pointer, count)
    if ctx.is_const(result) and result != 0:
        return result
    for index in range(room // 4):
        answer = ctx.nondet(I32, _ATTRIBUTES[number - 1], 0, 2)
        if number > 1:  # the device, the host, or none
            host = ctx.op(Op.SELECT, I32, ctx.op(Op.EQ, BOOL, answer, 1, of=I32), _CPU, _INVALID)
            answer = ctx.op(Op.SELECT, I32, ctx.op(Op.EQ, BOOL, answer, 0, of=I32), 0, host)
        else:
            answer = ctx.op(Op.AND, I32, answer, 1)
        ctx.store(ctx.add(data, 4 * index), answer, I32)
    return result
