"""Allocation of device and managed memory (CUDA Runtime API, "Memory Management").

Pinned memory is in `pinned`, arrays in `array`, what is allocated in the order of a stream in `pool`.
"""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Op, Pointer, Space, Value
from opmodels.libc.allocation import free, malloc
from opmodels.libc.expression import is_null
from opmodels.registry import macro
from opmodels.runtime import pitch as pitches
from opmodels.runtime.api import api
from opmodels.runtime.device_properties import TOTAL_GLOBAL_MEMORY
from opmodels.runtime.error_codes import fail, succeed, succeed_where
from opmodels.runtime.extent import PITCHED, read_extent

MAY_FAIL = "option:malloc-may-fail"

for _name, _value in {"cudaMemAttachGlobal": 1, "cudaMemAttachHost": 2, "cudaMemAttachSingle": 4}.items():
    macro(_name, f"0x{_value:02x}")


def call_fails(ctx: ModelContext) -> bool:
    """Does a call that allocates something of its own fail, as --malloc-may-fail lets it?"""
    return bool(ctx.get(MAY_FAIL, False)) and ctx.decide(ctx.failure(f"{ctx.name} fails"))


def fails(ctx: ModelContext, size: Value) -> bool:
    """Does this allocation fail?

    More than the device has cannot be had. Where allocations may fail, the rest is an arbitrary
    choice; where they may not, executions that ask for too much are not looked at.
    """
    fits = ctx.op(Op.ULE, BOOL, size, TOTAL_GLOBAL_MEMORY, of=I64)
    if not ctx.get(MAY_FAIL, False):
        ctx.note("allocations succeed (--malloc-may-fail explores the other case)")
    if ctx.is_const(fits) or ctx.get(MAY_FAIL, False):
        if not ctx.decide(fits):
            return True
        return call_fails(ctx)
    ctx.note(f"{ctx.name} is never asked for more than the 16 GiB of the modelled device")
    ctx.assume(fits)
    return False


def store_new(ctx: ModelContext, target: Value, size: Value, space: Space, kind: str = "") -> Pointer | None:
    """Store a new object into *target; a size that is known to be 0 gives NULL, and None."""
    new = None if ctx.is_const(size) and size == 0 else ctx.allocate(size, space, ctx.name, kind=kind)
    ctx.store(target, NULL if new is None else new, PTR)
    return new


def allocate(ctx: ModelContext, target: Value, size: Value, space: Space, kind: str = "") -> Value:
    """The common part of all allocations. On failure *target keeps its value."""
    if fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    store_new(ctx, target, size, space, kind)
    return succeed(ctx)


@api("cudaError_t cudaMalloc(void **devPtr, size_t size)", assumes=True, device=True)
def cuda_malloc(ctx: ModelContext, target: Value, size: Value) -> Value:
    """cudaMalloc, "Allocate memory on the device": contents are arbitrary; size 0 gives NULL. In a kernel it is
    malloc() (programming guide, 'CUDA Dynamic Parallelism', 'Memory Allocation and Lifetime')."""
    if ctx.on_device:
        found = malloc(ctx, size)
        ctx.store(target, found, PTR)
        return fail(ctx, "cudaErrorMemoryAllocation") if ctx.decide(is_null(ctx, found)) else succeed(ctx)
    return allocate(ctx, target, size, Space.DEVICE_GLOBAL)


@api(
    "cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal)",
    assumes=True,
)
def cuda_malloc_managed(ctx: ModelContext, target: Value, size: Value, flags: Value) -> Value:
    """Memory that host and device reach. Size 0 gives NULL: CUDA 13 does so, although the reference says "if size is 0,
    then cudaMallocManaged returns cudaErrorInvalidValue"; `flags` is cudaMemAttachGlobal or cudaMemAttachHost."""
    if ctx.concretize(flags, I32) not in (1, 2):
        return fail(ctx, "cudaErrorInvalidValue")
    return allocate(ctx, target, size, Space.MANAGED)


@api("cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)", assumes=True)
def cuda_malloc_pitch(ctx: ModelContext, target: Value, pitch: Value, width: Value, height: Value) -> Value:
    """`height` rows of at least `width` bytes; the length of a padded row goes to *pitch."""
    row = pitches.padded(ctx, width)
    size = ctx.op(Op.MUL, I64, row, height)
    if fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    ctx.store(pitch, row, I64)
    store_new(ctx, target, size, Space.DEVICE_GLOBAL)
    return succeed(ctx)


@api("cudaError_t cudaMalloc3D(cudaPitchedPtr *pitchedDevPtr, cudaExtent extent)", assumes=True)
def cuda_malloc_3d(ctx: ModelContext, target: Value, extent: Value) -> Value:
    """`height` times `depth` padded rows of `width` bytes; `xsize` and `ysize` get width and height."""
    whole = read_extent(ctx, extent)
    row = pitches.padded(ctx, whole.x)
    size = ctx.op(Op.MUL, I64, ctx.op(Op.MUL, I64, row, whole.y), whole.z)
    if fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    for member, value in (("pitch", row), ("xsize", whole.x), ("ysize", whole.y)):
        PITCHED.put(ctx, target, member, value)
    store_new(ctx, PITCHED.at(ctx, target, "ptr"), size, Space.DEVICE_GLOBAL)
    return succeed(ctx)


@api("cudaError_t cudaFree(void *devPtr)", device=True)
def cuda_free(ctx: ModelContext, pointer: Value) -> Value:
    """cudaFree, "Frees memory on the device": NULL does nothing; a pointer that no cudaMalloc,
    cudaMallocManaged, cudaMallocPitch, cudaMalloc3D or cudaMallocAsync returned, or that was freed before, is a
    defect. Allocation and freeing by cudaMalloc and cudaFree make the device "synchronize across all
    executing CUDA streams" (programming guide, "Stream Ordered Memory Allocator")."""
    if ctx.on_device:
        free(ctx, pointer)
        return succeed(ctx)
    ctx.synchronise()
    return succeed_where(ctx, ctx.free(pointer, (Space.DEVICE_GLOBAL, Space.MANAGED), ctx.name))


@api("cudaError_t cudaMemGetInfo(size_t *free, size_t *total)")
def mem_get_info(ctx: ModelContext, free: Value, total: Value) -> Value:
    """All memory of the modelled device counts as free."""
    ctx.note("cudaMemGetInfo reports all 16 GiB of the modelled device as free")
    ctx.store(free, TOTAL_GLOBAL_MEMORY, I64)
    ctx.store(total, TOTAL_GLOBAL_MEMORY, I64)
    return succeed(ctx)
