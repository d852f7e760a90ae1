"""Transfers to and from CUDA arrays (CUDA Runtime API, cudaMemcpy2DToArray and kin, and the deprecated
cudaMemcpyToArray and kin, which copy a number of bytes from row to row).

Offsets and widths are in bytes across and in rows down. What leaves the array is refused with cudaErrorInvalidValue.
"""

from cudabmc.modelapi import BOOL, I64, NULL, ModelContext, Op, Value
from opmodels.runtime import pitch as pitches
from opmodels.runtime.api import api
from opmodels.runtime.array import CudaArray, check_array
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.region import Region, Size, transfer


def inside(ctx: ModelContext, offset: Value, length: Value, whole: Value) -> bool:
    """Is offset + length <= whole, without wrapping?"""
    starts = ctx.decide(ctx.op(Op.ULE, BOOL, offset, whole, of=I64))
    rest = ctx.op(Op.SUB, I64, whole, offset)
    return starts and ctx.decide(ctx.op(Op.ULE, BOOL, length, rest, of=I64))


def rows_of(ctx: ModelContext, array: CudaArray) -> Value:
    """Rows of a slice: an array of one dimension has one."""
    none = ctx.op(Op.EQ, BOOL, array.extent.y, 0, of=I64)
    return ctx.op(Op.SELECT, I64, none, 1, array.extent.y)


def _part(ctx: ModelContext, array: CudaArray, x: Value, y: Value, size: Size) -> Region | None:
    """A box of the first slice; None if it leaves the array."""
    pitch = array.pitch(ctx)
    across = inside(ctx, x, size.width, pitch)
    if not (across and inside(ctx, y, size.height, rows_of(ctx, array))):
        return None
    return Region(ctx.add(array.data, ctx.op(Op.ADD, I64, x, ctx.op(Op.MUL, I64, y, pitch))), pitch)


@api(
    "cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, "
    "size_t spitch, size_t width, size_t height, cudaMemcpyKind kind)",
    "cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, "
    "size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)",
)
def memcpy_2d_to_array(
    ctx: ModelContext, handle: Value, x: Value, y: Value, source: Value, pitch: Value, width: Value, height: Value,
    kind: Value, stream: Value = NULL,
) -> Value:  # fmt: skip
    """Copies rows of pitched memory to byte `wOffset` of row `hOffset` and below."""
    array, size = check_array(ctx, handle), Size(width, height)
    if size.is_empty(ctx):
        return succeed(ctx)
    if not pitches.fits(ctx, pitch, width):
        return fail(ctx, "cudaErrorInvalidPitchValue")
    to = _part(ctx, array, x, y, size)
    if to is None:
        return fail(ctx, "cudaErrorInvalidValue")
    return transfer(ctx, stream, to, Region(source, pitch), size, kind)


@api(
    "cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, "
    "size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind)",
    "cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, "
    "size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)",
)
def memcpy_2d_from_array(
    ctx: ModelContext, target: Value, pitch: Value, handle: Value, x: Value, y: Value, width: Value, height: Value,
    kind: Value, stream: Value = NULL,
) -> Value:  # fmt: skip
    """Copies rows of an array to pitched memory."""
    array, size = check_array(ctx, handle), Size(width, height)
    if size.is_empty(ctx):
        return succeed(ctx)
    if not pitches.fits(ctx, pitch, width):
        return fail(ctx, "cudaErrorInvalidPitchValue")
    source = _part(ctx, array, x, y, size)
    if source is None:
        return fail(ctx, "cudaErrorInvalidValue")
    return transfer(ctx, stream, Region(target, pitch), source, size, kind)


@api(
    "cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, "
    "cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, "
    "cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)"
)
def memcpy_2d_array_to_array(
    ctx: ModelContext, target: Value, to_x: Value, to_y: Value, source: Value, from_x: Value, from_y: Value,
    width: Value, height: Value, kind: Value,
) -> Value:  # fmt: skip
    """Copies rows from array to array."""
    to, origin, size = check_array(ctx, target), check_array(ctx, source), Size(width, height)
    if size.is_empty(ctx):
        return succeed(ctx)
    target_part, source_part = _part(ctx, to, to_x, to_y, size), _part(ctx, origin, from_x, from_y, size)
    if target_part is None or source_part is None:
        return fail(ctx, "cudaErrorInvalidValue")
    return transfer(ctx, NULL, target_part, source_part, size, kind)


# ---------------------------------------------------------------- bytes from row to row


def _run(ctx: ModelContext, array: CudaArray, x: Value, y: Value, count: Value) -> Region | None:
    """`count` bytes from byte x of row y on, over the ends of rows; None if they leave the array."""
    pitch = array.pitch(ctx)
    start = ctx.op(Op.ADD, I64, x, ctx.op(Op.MUL, I64, y, pitch))
    if not inside(ctx, start, count, ctx.op(Op.MUL, I64, pitch, rows_of(ctx, array))):
        return None
    return Region(ctx.add(array.data, start), count)


@api(
    "cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, "
    "size_t count, cudaMemcpyKind kind)",
    "cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, "
    "size_t count, cudaMemcpyKind kind, cudaStream_t stream = 0)",
)
def memcpy_to_array(
    ctx: ModelContext, handle: Value, x: Value, y: Value, source: Value, count: Value, kind: Value,
    stream: Value = NULL,
) -> Value:  # fmt: skip
    """Deprecated: `count` bytes into an array, each row to its end."""
    array, size = check_array(ctx, handle), Size(count, 1)
    if size.is_empty(ctx):
        return succeed(ctx)
    to = _run(ctx, array, x, y, count)
    if to is None:
        return fail(ctx, "cudaErrorInvalidValue")
    return transfer(ctx, stream, to, Region(source, count), size, kind)


@api(
    "cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, "
    "size_t count, cudaMemcpyKind kind)",
    "cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, "
    "size_t count, cudaMemcpyKind kind, cudaStream_t stream = 0)",
)
def memcpy_from_array(
    ctx: ModelContext, target: Value, handle: Value, x: Value, y: Value, count: Value, kind: Value,
    stream: Value = NULL,
) -> Value:  # fmt: skip
    """Deprecated: `count` bytes out of an array, each row to its end."""
    array, size = check_array(ctx, handle), Size(count, 1)
    if size.is_empty(ctx):
        return succeed(ctx)
    source = _run(ctx, array, x, y, count)
    if source is None:
        return fail(ctx, "cudaErrorInvalidValue")
    return transfer(ctx, stream, Region(target, count), source, size, kind)


@api(
    "cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, "
    "cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count, "
    "cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)"
)
def memcpy_array_to_array(
    ctx: ModelContext, target: Value, to_x: Value, to_y: Value, source: Value, from_x: Value, from_y: Value,
    count: Value, kind: Value,
) -> Value:  # fmt: skip
    """Deprecated: `count` bytes from array to array."""
    to, origin, size = check_array(ctx, target), check_array(ctx, source), Size(count, 1)
    if size.is_empty(ctx):
        return succeed(ctx)
    target_part, source_part = _run(ctx, to, to_x, to_y, count), _run(ctx, origin, from_x, from_y, count)
    if target_part is None or source_part is None:
        return fail(ctx, "cudaErrorInvalidValue")
    return transfer(ctx, NULL, target_part, source_part, size, kind)
