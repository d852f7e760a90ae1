"""The pitch of rows (CUDA Runtime API, cudaMemcpy2D, cudaMemset2D, cudaMallocPitch): a row is no longer than its
pitch, and a pitch no longer than cudaDeviceProp.memPitch."""

from cudabmc.modelapi import BOOL, I64, ModelContext, Op, Value

PITCH = 512  # what current devices align rows to; cudaMallocPitch promises only "may pad"
LONGEST = 2**31 - 1


def padded(ctx: ModelContext, width: Value) -> Value:
    """The pitch that an allocation gives to rows of `width` bytes."""
    up = ctx.op(Op.ADD, I64, width, PITCH - 1)
    return ctx.op(Op.MUL, I64, ctx.op(Op.UDIV, I64, up, PITCH), PITCH)


def fits(ctx: ModelContext, pitch: Value, width: Value) -> bool:
    """Can rows of `width` bytes be this far apart?"""
    enough = ctx.decide(ctx.op(Op.ULE, BOOL, width, pitch, of=I64))
    return enough and ctx.decide(ctx.op(Op.ULE, BOOL, pitch, LONGEST, of=I64))
