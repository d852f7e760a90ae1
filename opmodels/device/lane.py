"""Lanes: the place of a thread in its warp.

CUDA C++ Programming Guide, "Hardware Implementation" and "Thread Hierarchy": a block is cut into
warps of 32 threads with consecutive thread numbers; the number of thread (x, y, z) in a block of
size (Dx, Dy, Dz) is x + y Dx + z Dx Dy.
"""

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value

WARP_SIZE = 32
FULL_MASK = 0xFFFFFFFF


def thread_number(ctx: ModelContext) -> int:
    """The linear number of the calling thread in its block."""
    x, y, z = ctx.builtin("threadIdx")
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


def lane(ctx: ModelContext) -> int:
    """The lane of the calling thread."""
    return thread_number(ctx) % WARP_SIZE


def check_own_lane(ctx: ModelContext, mask: Value) -> None:
    """Require that `mask` names the calling thread ("Warp Shuffle Functions": each calling thread
    must have its own bit set in the mask)."""
    bit = ctx.op(Op.AND, I32, mask, 1 << lane(ctx))
    text = f"{ctx.name} is called by a thread of lane {lane(ctx)}, which its mask does not name"
    ctx.require(ctx.op(Op.NE, BOOL, bit, 0, of=I32), "api-misuse", text)
