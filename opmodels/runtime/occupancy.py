"""Occupancy (CUDA Runtime API, "Occupancy"): how many blocks a multiprocessor holds.

Threads, blocks and shared memory are counted exactly; registers are the compiler's choice. In the run that is known
they set no limit; with `--arbitrary occupancy` the answer is any number up to what the others allow, and at least one
if a block can run at all.
"""

from cudabmc.modelapi import BOOL, I32, I64, IntType, KernelFacts, Limits, ModelContext, Op, Value
from opmodels.libc.expression import nondet_in
from opmodels.registry import macro, model
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed

macro("cudaOccupancyDefault", "0x00")
macro("cudaOccupancyDisableCachingOverride", "0x01")
_USUAL_BLOCK = 256
_UNIT = 128  # shared memory is given in units of this many bytes
_WARP = 32


NOTE = (
    "a multiprocessor holds as many blocks as its threads and shared memory allow, whatever their registers "
    "(--arbitrary occupancy lifts that)"
)


def up_to(ctx: ModelContext, type: IntType, least: int, most: int, label: str) -> Value:
    """So many where registers set no limit, and with `--arbitrary occupancy` any number from `least` to there."""
    if ctx.is_arbitrary("occupancy"):
        return nondet_in(ctx, type, least, most, label)
    ctx.note(NOTE)
    return most


def most_resident(limits: Limits, kernel: KernelFacts, threads: int, dynamic: int) -> int:
    """The most blocks that a multiprocessor holds at one time, registers apart."""
    shared = -(-(kernel.static_shared + dynamic + limits.reserved_shared) // _UNIT) * _UNIT
    if threads > limits.threads or kernel.static_shared + dynamic > limits.shared_opt_in:
        return 0
    warps = -(-threads // _WARP)
    by_shared = limits.shared_of_multiprocessor // shared if shared else limits.resident_blocks
    return min(limits.resident_blocks, limits.resident_warps // warps, by_shared)


@api(
    "cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize, "
    "size_t dynamicSMemSize)",
    "cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func, "
    "int blockSize, size_t dynamicSMemSize, unsigned int flags)",
)
def active_blocks(
    ctx: ModelContext, target: Value, function: Value, block: Value, shared: Value, flags: Value = 0
) -> Value:
    """0 for a block that no multiprocessor can hold."""
    kernel = ctx.kernel(function)
    threads, dynamic = ctx.concretize(block, I32), ctx.concretize(shared, I64)
    known_flags = ctx.concretize(flags, I32)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    if not 0 < threads < 2**31 or known_flags > 1:
        return fail(ctx, "cudaErrorInvalidValue")
    most = most_resident(ctx.limits, kernel, threads, dynamic)
    answer = up_to(ctx, I32, 1, most, "blocks per multiprocessor") if most else 0
    ctx.store(target, answer, I32)
    return succeed(ctx)


@api(
    "cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, const void *func, "
    "size_t dynamicSMemSize = 0, int blockSizeLimit = 0)",
    "cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, const void *func, "
    "size_t dynamicSMemSize = 0, int blockSizeLimit = 0, unsigned int flags = 0)",
)
def potential_block_size(
    ctx: ModelContext, grid: Value, block: Value, function: Value, shared: Value, limit: Value, flags: Value = 0
) -> Value:
    """A usual answer, so that launches stay of a known size: 256 threads, or what `blockSizeLimit` and
    `__launch_bounds__` allow if that is less, and one block for each multiprocessor."""
    kernel = ctx.kernel(function)
    known = ctx.concretize(limit, I32)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    processors = ctx.limits.multiprocessors
    ctx.note(f"{ctx.name} answers {_USUAL_BLOCK} threads and {processors} blocks")
    ctx.store(block, min(_USUAL_BLOCK, known or _USUAL_BLOCK, kernel.launch_bounds or _USUAL_BLOCK), I32)
    ctx.store(grid, processors, I32)
    return succeed(ctx)


@api(
    "cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func, int numBlocks, "
    "int blockSize)"
)
def available_dynamic_shared(ctx: ModelContext, target: Value, function: Value, blocks: Value, threads: Value) -> Value:
    """The dynamic shared memory with which `numBlocks` blocks fit on a multiprocessor: the documentation gives no
    formula, so an equal share is the most."""
    kernel = ctx.kernel(function)
    count, size = ctx.concretize(blocks, I32), ctx.concretize(threads, I32)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    if not 0 < count < 2**31 or not 0 < size <= ctx.limits.threads:
        return fail(ctx, "cudaErrorInvalidValue")
    share = ctx.limits.shared_of_multiprocessor // count - ctx.limits.reserved_shared
    most = max(0, min(share, ctx.limits.shared_opt_in) - kernel.static_shared)
    ctx.store(target, up_to(ctx, I64, 0, most, "available shared memory"), I64)
    return succeed(ctx)


@model(
    "void __cudabmc_cooperative_launch(const void *func, unsigned int x, unsigned int y, unsigned int z, "
    "unsigned int threads_x, unsigned int threads_y, unsigned int threads_z, size_t shared)",
    device=False,
)
def cooperative_launch(ctx: ModelContext, function: Value, *sizes: Value) -> None:
    """What cudaLaunchCooperativeKernel asks for beside a launch: all blocks must be resident at one time, else it is
    cudaErrorCooperativeLaunchTooLarge (programming guide, "Grid Synchronization")."""
    kernel = ctx.kernel(function)
    if kernel is None:
        return
    if ctx.limits.major < 6:
        text = f"a cooperative launch needs compute capability 6.0, the device has {ctx.limits.name}"
        ctx.require(False, "launch-config", text)
    *grid, x, y, z = (ctx.concretize(size, I32) for size in sizes[:6])
    threads, dynamic = x * y * z, ctx.concretize(sizes[6], I64)
    if not threads:
        return  # the launch itself is wrong
    resident = most_resident(ctx.limits, kernel, threads, dynamic) * ctx.limits.multiprocessors
    blocks = grid[0] * grid[1] * grid[2]
    text = f"a cooperative launch of {blocks} blocks: the device holds at most {resident} of them at one time"
    ctx.require(ctx.op(Op.ULE, BOOL, blocks, resident, of=I64), "launch-config", text)
