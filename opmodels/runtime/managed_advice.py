"""Advice about managed memory, which no program can see in its values (CUDA Runtime API,
cudaMemPrefetchAsync and cudaMemAdvise)."""

from cudabmc.modelapi import BOOL, I64, ModelContext, Op, Space, Value
from opmodels.registry import declare
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

declare(
    f"enum cudaMemoryAdvise {{ {', '.join(f'{name} = {number}' for number, name in enumerate(_ADVICE, 1))} }};",
    types=("cudaMemoryAdvise",),
    names=_ADVICE,
)


@api("cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice, cudaStream_t stream = 0)")
def mem_prefetch(ctx: ModelContext, pointer: Value, size: Value, device: Value, stream: Value) -> Value:
    """Moves pages of managed memory."""
    return _check_managed(ctx, pointer, size)


@api(
    "cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length = 0, unsigned int flags = 4)"
)
def attach_memory(ctx: ModelContext, stream: Value, pointer: Value, length: Value, flags: Value) -> Value:
    """Says which streams use managed memory. "length must be zero or equal to the entire allocation's size".

    Work of other streams is done when its call returns, so the host may access what it could not while they ran.
    """
    check_stream(ctx, stream)
    if ctx.space(pointer) not in (Space.MANAGED, None):
        return fail(ctx, "cudaErrorInvalidValue")
    whole = ctx.object_size(pointer)
    fits = ctx.op(Op.EQ, BOOL, length, 0, of=I64)
    if whole is not None:
        fits = ctx.op(Op.OR, BOOL, fits, ctx.op(Op.EQ, BOOL, length, whole, of=I64))
    return succeed(ctx) if ctx.decide(fits) else fail(ctx, "cudaErrorInvalidValue")


@api("cudaError_t cudaMemAdvise(const void *devPtr, size_t count, cudaMemoryAdvise advice, int device)")
def mem_advise(ctx: ModelContext, pointer: Value, size: Value, advice: Value, device: Value) -> Value:
    """Says how managed memory will be used."""
    return _check_managed(ctx, pointer, size)


def _check_managed(ctx: ModelContext, pointer: Value, size: Value) -> Value:
    """The range must lie in managed memory."""
    if ctx.space(pointer) not in (Space.MANAGED, None):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.check_range(pointer, size, write=False, cross=True)
    return succeed(ctx)
