"""Transfers of rows in pitched memory (CUDA Runtime API, cudaMemcpy2D and cudaMemset2D)."""

from cudabmc.modelapi import I8, I32, NULL, ModelContext, Op, Value
from opmodels.runtime import pitch as pitches
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.region import Region, Size, fill, transfer
from opmodels.runtime.transfer import check_device_memory


@api(
    "cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, "
    "size_t height, cudaMemcpyKind kind)",
    "cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, "
    "size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)",
)
def cuda_memcpy_2d(
    ctx: ModelContext,
    target: Value,
    target_pitch: Value,
    source: Value,
    source_pitch: Value,
    width: Value,
    height: Value,
    kind: Value,
    stream: Value = NULL,
) -> Value:
    """Copies `height` rows of `width` bytes; "width must not exceed either dpitch or spitch"."""
    size = Size(width, height)
    if size.is_empty(ctx):
        return succeed(ctx)
    if not (pitches.fits(ctx, target_pitch, width) and pitches.fits(ctx, source_pitch, width)):
        return fail(ctx, "cudaErrorInvalidPitchValue")
    return transfer(ctx, stream, Region(target, target_pitch), Region(source, source_pitch), size, kind)


@api(
    "cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height)",
    "cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height, "
    "cudaStream_t stream = 0)",
)
def cuda_memset_2d(
    ctx: ModelContext,
    target: Value,
    pitch: Value,
    value: Value,
    width: Value,
    height: Value,
    stream: Value = NULL,
) -> Value:
    """Sets `height` rows of `width` bytes to the low byte of `value`."""
    size = Size(width, height)
    if size.is_empty(ctx):
        return succeed(ctx)
    if not pitches.fits(ctx, pitch, width):
        return fail(ctx, "cudaErrorInvalidValue")
    check_device_memory(ctx, target)
    return fill(ctx, stream, Region(target, pitch), ctx.op(Op.TRUNC, I8, value, of=I32), size)
