"""Lanes: the place of a thread in its warp.

CUDA C++ Programming Guide, "Hardware Implementation" and "Thread Hierarchy": a block is cut into
warps of 32 threads with consecutive thread numbers; the number of thread (x, y, z) in a block of
size (Dx, Dy, Dz) is x + y Dx + z Dx Dy.
"""

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value

WARP_SIZE = 32
FULL_MASK = 0xFFFFFFFF


def thread_number(ctx: ModelContext) -> Value:
    """The linear number of the calling thread in its block: an int, or what stands for that of any thread where nobody
    knows yet which one will call."""
    x, y, z = ctx.builtin("threadIdx")
    if not isinstance(x, int):
        width, height, _ = ctx.builtin("blockDim")
        row = ctx.op(Op.ADD, I32, y, ctx.op(Op.MUL, I32, height, z))
        return ctx.op(Op.ADD, I32, x, ctx.op(Op.MUL, I32, width, row))
    if not y and not z:
        return x
    width, height, _ = _block_size(ctx)
    return x + width * (y + height * z)


def _block_size(ctx: ModelContext) -> tuple[int, ...]:
    """blockDim; the path is split where it depends on inputs."""
    return tuple(ctx.concretize(size, I32) for size in ctx.builtin("blockDim"))


def block_threads(ctx: ModelContext) -> int:
    """How many threads the block has."""
    width, height, depth = _block_size(ctx)
    return width * height * depth


def lane(ctx: ModelContext) -> Value:
    """The lane of the calling thread."""
    return ctx.op(Op.AND, I32, thread_number(ctx), WARP_SIZE - 1)


def check_own_lane(ctx: ModelContext, mask: Value) -> None:
    """Require that `mask` names the calling thread ("Warp Shuffle Functions": each calling thread
    must have its own bit set in the mask)."""
    own = lane(ctx)
    bit = ctx.op(Op.AND, I32, mask, ctx.op(Op.SHL, I32, 1, own))
    text = f"{ctx.name} is called by a thread of lane {own}, which its mask does not name"
    ctx.require(ctx.op(Op.NE, BOOL, bit, 0, of=I32), "api-misuse", text)
