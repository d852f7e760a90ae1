"""Transfers of rows in pitched memory (CUDA Runtime API, cudaMemcpy2D and cudaMemset2D)."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, ModelContext, Op, Value
from opmodels.runtime.api import api
from opmodels.runtime.copy_direction import check_direction
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.transfer import check_device_memory, issue


def _product(ctx: ModelContext, a: Value, b: Value) -> Value:
    return ctx.op(Op.MUL, I64, a, b)


def _narrower(ctx: ModelContext, pitch: Value, width: Value) -> bool:
    """Is a row longer than its pitch?"""
    return ctx.decide(ctx.op(Op.ULT, BOOL, pitch, width, of=I64))


def _is_zero(ctx: ModelContext, value: Value) -> bool:
    return ctx.decide(ctx.op(Op.EQ, BOOL, value, 0, of=I64))


def _dense(ctx: ModelContext, width: Value, *pitches: Value) -> bool:
    """Do the rows follow each other without gaps, as far as is known?"""
    return ctx.is_const(width) and all(ctx.is_const(pitch) and pitch == width for pitch in pitches)


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
    if _is_zero(ctx, width) or _is_zero(ctx, height):
        return succeed(ctx)
    if _narrower(ctx, target_pitch, width) or _narrower(ctx, source_pitch, width):
        return fail(ctx, "cudaErrorInvalidPitchValue")
    dense = _dense(ctx, width, target_pitch, source_pitch)
    rows = 1 if dense else ctx.concretize(height, I64)
    if not check_direction(ctx, target, source, width, kind):
        return fail(ctx, "cudaErrorInvalidMemcpyDirection")
    length = _product(ctx, width, height) if dense else width

    def copy() -> None:
        for row in range(rows):
            to = ctx.add(target, _product(ctx, target_pitch, row))
            ctx.copy(to, ctx.add(source, _product(ctx, source_pitch, row)), length, cross=True)

    issue(ctx, stream, copy, target=target, source=source)
    return succeed(ctx)


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
    if _is_zero(ctx, width) or _is_zero(ctx, height):
        return succeed(ctx)
    if _narrower(ctx, pitch, width):
        return fail(ctx, "cudaErrorInvalidPitchValue")
    dense = _dense(ctx, width, pitch)
    rows = 1 if dense else ctx.concretize(height, I64)
    check_device_memory(ctx, target)
    byte = ctx.op(Op.TRUNC, I8, value, of=I32)
    length = _product(ctx, width, height) if dense else width

    def fill() -> None:
        for row in range(rows):
            ctx.fill(ctx.add(target, _product(ctx, pitch, row)), byte, length, cross=True)

    issue(ctx, stream, fill, target=target)
    return succeed(ctx)
