"""Allocation of device, managed and pinned memory (CUDA Runtime API, "Memory Management")."""

from cudabmc.modelapi import BOOL, I64, NULL, PTR, ModelContext, Op, Space, Value
from opmodels.registry import macro
from opmodels.runtime.api import api
from opmodels.runtime.device_properties import TOTAL_GLOBAL_MEMORY
from opmodels.runtime.error_codes import fail, succeed

MAY_FAIL = "option:malloc-may-fail"
PITCH = 512  # what current devices align rows to; cudaMallocPitch promises only "may pad"


for _name, _value in {
    "cudaHostAllocDefault": 0,
    "cudaHostAllocPortable": 1,
    "cudaHostAllocMapped": 2,
    "cudaHostAllocWriteCombined": 4,
    "cudaMemAttachGlobal": 1,
    "cudaMemAttachHost": 2,
    "cudaMemAttachSingle": 4,
}.items():
    macro(_name, f"0x{_value:02x}")


def _fails(ctx: ModelContext, size: Value) -> bool:
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
        return bool(ctx.get(MAY_FAIL, False)) and ctx.decide(ctx.nondet(BOOL, f"{ctx.name} fails"))
    ctx.note(f"{ctx.name} is never asked for more than the 16 GiB of the modelled device")
    ctx.assume(fits)
    return False


def _store_new(ctx: ModelContext, target: Value, size: Value, space: Space) -> None:
    """Store a new object into *target; a size that is known to be 0 gives NULL."""
    nothing = ctx.is_const(size) and size == 0
    ctx.store(target, NULL if nothing else ctx.allocate(size, space, ctx.name), PTR)


def _allocate(ctx: ModelContext, target: Value, size: Value, space: Space) -> Value:
    """The common part of all allocations. On failure *target keeps its value."""
    if _fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    _store_new(ctx, target, size, space)
    return succeed(ctx)


@api(
    "cudaError_t cudaMalloc(void **devPtr, size_t size)",
    "cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)",
)
def cuda_malloc(ctx: ModelContext, target: Value, size: Value, stream: Value = 0) -> Value:
    """cudaMalloc, "Allocate memory on the device": contents are arbitrary; size 0 gives NULL."""
    return _allocate(ctx, target, size, Space.DEVICE_GLOBAL)


@api("cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal)")
def cuda_malloc_managed(ctx: ModelContext, target: Value, size: Value, flags: Value) -> Value:
    """Memory that host and device reach. "If size is 0, then cudaMallocManaged returns
    cudaErrorInvalidValue"."""
    if ctx.is_const(size) and size == 0:
        return fail(ctx, "cudaErrorInvalidValue")
    return _allocate(ctx, target, size, Space.MANAGED)


@api(
    "cudaError_t cudaMallocHost(void **ptr, size_t size)",
    "cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags)",
    "cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags)",
)
def cuda_malloc_host(ctx: ModelContext, target: Value, size: Value, flags: Value = 0) -> Value:
    """Page-locked host memory, which devices with unified addressing reach by the same pointer."""
    return _allocate(ctx, target, size, Space.PINNED)


@api("cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)")
def cuda_malloc_pitch(ctx: ModelContext, target: Value, pitch: Value, width: Value, height: Value) -> Value:
    """`height` rows of at least `width` bytes; the length of a padded row goes to *pitch."""
    padded = ctx.op(Op.ADD, I64, width, PITCH - 1)
    row = ctx.op(Op.MUL, I64, ctx.op(Op.UDIV, I64, padded, PITCH), PITCH)
    size = ctx.op(Op.MUL, I64, row, height)
    if _fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    ctx.store(pitch, row, I64)
    _store_new(ctx, target, size, Space.DEVICE_GLOBAL)
    return succeed(ctx)


@api(
    "cudaError_t cudaFree(void *devPtr)",
    "cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream)",
)
def cuda_free(ctx: ModelContext, pointer: Value, stream: Value = 0) -> Value:
    """cudaFree, "Frees memory on the device": NULL does nothing; a pointer that no cudaMalloc,
    cudaMallocManaged or cudaMallocPitch returned, or that was freed before, is a defect. Allocation
    and freeing by cudaMalloc and cudaFree make the device "synchronize across all executing CUDA
    streams" (programming guide, "Stream Ordered Memory Allocator")."""
    ctx.synchronise()
    ctx.free(pointer, (Space.DEVICE_GLOBAL, Space.MANAGED), ctx.name)
    return succeed(ctx)


@api("cudaError_t cudaFreeHost(void *ptr)")
def cuda_free_host(ctx: ModelContext, pointer: Value) -> Value:
    """Frees what cudaMallocHost or cudaHostAlloc returned."""
    ctx.synchronise()
    ctx.free(pointer, (Space.PINNED,), ctx.name)
    return succeed(ctx)


@api("cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)")
def host_get_device_pointer(ctx: ModelContext, target: Value, pointer: Value, flags: Value) -> Value:
    """Under unified addressing the device uses the pointer of the host."""
    if ctx.space(pointer) not in (Space.PINNED, Space.MANAGED):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.store(target, pointer, PTR)
    return succeed(ctx)


@api("cudaError_t cudaMemGetInfo(size_t *free, size_t *total)")
def mem_get_info(ctx: ModelContext, free: Value, total: Value) -> Value:
    """All memory of the modelled device counts as free."""
    ctx.note("cudaMemGetInfo reports all 16 GiB of the modelled device as free")
    ctx.store(free, TOTAL_GLOBAL_MEMORY, I64)
    ctx.store(total, TOTAL_GLOBAL_MEMORY, I64)
    return succeed(ctx)
