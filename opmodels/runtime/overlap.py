"""Copies onto themselves (CUDA Runtime API, cudaMemcpy: "The memory areas may not overlap"; cudaMemcpy3D, cudaMemcpy2D
and the functions on arrays say the same)."""

from cudabmc.modelapi import BOOL, I64, PTR, ModelContext, Op, Value


def require_disjoint(ctx: ModelContext, target: Value, source: Value, size: Value) -> None:
    """Require that the `size` bytes at `target` and at `source` have none in common. Objects never overlap."""
    if size == 0 or ctx.object_id(target) is None or ctx.object_id(target) != ctx.object_id(source):
        return
    start, end = (ctx.op(Op.PTRTOINT, I64, pointer, of=PTR) for pointer in (target, source))
    forward, backward = ctx.op(Op.SUB, I64, start, end), ctx.op(Op.SUB, I64, end, start)
    apart = [ctx.op(Op.ULE, BOOL, size, distance, of=I64) for distance in (forward, backward)]
    text = f"{ctx.name} copies within {ctx.object_name(target)} between ranges that overlap"
    ctx.require(ctx.op(Op.AND, BOOL, *apart), "api-misuse", text)
