"""Allocation in the order of a stream, and memory pools (CUDA Runtime API, "Stream Ordered Memory Allocator").

A pool is a handle. Every allocation has memory of its own, so reuse of freed memory, which pools exist for, is not
seen; an access after the free is a defect with any pool.
"""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Op, Space, Value
from opmodels.registry import declare, enumeration
from opmodels.runtime.allocation import fails, store_new
from opmodels.runtime.api import api
from opmodels.runtime.device import is_device
from opmodels.runtime.device_properties import DEVICE_COUNT
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.handle import check, create, destroy, is_null
from opmodels.runtime.handle_kinds import POOL
from opmodels.runtime.record import record
from opmodels.runtime.stream import check_stream
from opmodels.runtime.transfer import issue

declare("typedef struct CUmemPoolHandle_st *cudaMemPool_t;", types=("cudaMemPool_t", "CUmemPoolHandle_st"))
_ATTRIBUTES = (
    "cudaMemPoolReuseFollowEventDependencies", "cudaMemPoolReuseAllowOpportunistic",
    "cudaMemPoolReuseAllowInternalDependencies", "cudaMemPoolAttrReleaseThreshold",
    "cudaMemPoolAttrReservedMemCurrent", "cudaMemPoolAttrReservedMemHigh", "cudaMemPoolAttrUsedMemCurrent",
    "cudaMemPoolAttrUsedMemHigh",
)  # fmt: skip
_REUSE = 3  # the first three are ints, the others 64 bits wide
_THRESHOLD = 4
_HIGH = (6, 8)  # "may only be set to 0"
enumeration("cudaMemPoolAttr", _ATTRIBUTES, first=1)
enumeration(
    "cudaMemAllocationType", {
        "cudaMemAllocationTypeInvalid": 0, "cudaMemAllocationTypePinned": 1, "cudaMemAllocationTypeManaged": 2,
        "cudaMemAllocationTypeMax": 2**31 - 1,
    }
)  # fmt: skip
enumeration(
    "cudaMemAllocationHandleType", {
        "cudaMemHandleTypeNone": 0, "cudaMemHandleTypePosixFileDescriptor": 1, "cudaMemHandleTypeWin32": 2,
        "cudaMemHandleTypeWin32Kmt": 4, "cudaMemHandleTypeFabric": 8,
    }
)  # fmt: skip
enumeration(
    "cudaMemLocationType", {
        "cudaMemLocationTypeInvalid": 0, "cudaMemLocationTypeNone": 0, "cudaMemLocationTypeDevice": 1,
        "cudaMemLocationTypeHost": 2, "cudaMemLocationTypeHostNuma": 3, "cudaMemLocationTypeHostNumaCurrent": 4,
    }
)  # fmt: skip
enumeration(
    "cudaMemAccessFlags",
    {"cudaMemAccessFlagsProtNone": 0, "cudaMemAccessFlagsProtRead": 1, "cudaMemAccessFlagsProtReadWrite": 3},
)
_DEVICE, _READ_WRITE = 1, 3
_LOCATION = record("cudaMemLocation", "enum cudaMemLocationType type", "int id")
_ACCESS = record("cudaMemAccessDesc", "struct cudaMemLocation location", "enum cudaMemAccessFlags flags")
_PROPERTIES = record(
    "cudaMemPoolProps", "enum cudaMemAllocationType allocType", "enum cudaMemAllocationHandleType handleTypes",
    "struct cudaMemLocation location", "void *win32SecurityAttributes", "size_t maxSize", "unsigned short usage",
    "unsigned char reserved[54]",
)  # fmt: skip
_DEFAULT = "cuda:default-pool"
_CURRENT = "cuda:current-pool"


def _default_pool(ctx: ModelContext) -> Value:
    """The pool that the device has from the start."""
    pool = ctx.get(_DEFAULT, NULL)
    if is_null(ctx, pool):
        place = ctx.allocate(8, Space.HOST_GLOBAL, "default memory pool")
        create(ctx, place, POOL)
        pool = ctx.load(place, PTR)
        ctx.put(_DEFAULT, pool, PTR)
    return pool


# ---------------------------------------------------------------- allocation


@api("cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)", assumes=True)
def malloc_async(ctx: ModelContext, target: Value, size: Value, stream: Value) -> Value:
    """The pointer is there at once, the memory where the stream comes to it."""
    check_stream(ctx, stream)
    return _allocate_in_stream(ctx, target, size, stream)


@api(
    "cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream)",
    assumes=True,
)
def malloc_from_pool(ctx: ModelContext, target: Value, size: Value, pool: Value, stream: Value) -> Value:
    """cudaMallocAsync from a pool of the caller's choice."""
    check_stream(ctx, stream)
    if is_null(ctx, pool):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    return _allocate_in_stream(ctx, target, size, stream)


def _allocate_in_stream(ctx: ModelContext, target: Value, size: Value, stream: Value) -> Value:
    """Only operations that are ordered behind the allocation may use the memory (programming guide, "Stream Ordered
    Memory Allocator"). Each launch of a graph allocates anew ("Graph Memory Nodes")."""
    if fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    memory = store_new(ctx, target, size, Space.DEVICE_GLOBAL)
    if memory is not None:
        issue(ctx, stream, lambda: ctx.begin_life(memory), target=memory)
    return succeed(ctx)


@api("cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream)")
def free_async(ctx: ModelContext, pointer: Value, stream: Value) -> Value:
    """The memory is gone where the stream comes to it. What cudaMalloc returned may be freed too (programming guide,
    "Stream Ordered Memory Allocator"); NULL is cudaErrorInvalidValue."""
    check_stream(ctx, stream)
    if is_null(ctx, pointer):
        return fail(ctx, "cudaErrorInvalidValue")
    name = ctx.name
    issue(ctx, stream, lambda: ctx.free(pointer, (Space.DEVICE_GLOBAL,), name), target=pointer)
    return succeed(ctx)


# ---------------------------------------------------------------- pools


@api("cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const cudaMemPoolProps *poolProps)")
def pool_create(ctx: ModelContext, target: Value, properties: Value) -> Value:
    """A pool of pinned memory of the device; pools to share with other processes are refused."""
    kind = ctx.concretize(_PROPERTIES.get(ctx, properties, "allocType"), I32)
    where = _PROPERTIES.at(ctx, properties, "location")
    place = ctx.concretize(_LOCATION.get(ctx, where, "type"), I32)
    device = ctx.concretize(_LOCATION.get(ctx, where, "id"), I32)
    if kind != 1 or place == 0 or place > 4 or (place == _DEVICE and device >= DEVICE_COUNT):
        return fail(ctx, "cudaErrorInvalidValue")
    if place != _DEVICE:
        ctx.unsupported("a memory pool on the host")
    if ctx.concretize(_PROPERTIES.get(ctx, properties, "handleTypes"), I32):
        ctx.unsupported("a memory pool that is shared with other processes")
    create(ctx, target, POOL)
    return succeed(ctx)


@api("cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool)")
def pool_destroy(ctx: ModelContext, pool: Value) -> Value:
    """Ends a pool. Its memory stays until it is freed; the default pool cannot be destroyed."""
    default = ctx.get(_DEFAULT, NULL)
    null, ours = is_null(ctx, pool), ctx.decide(ctx.op(Op.PTREQ, BOOL, pool, default, of=PTR))
    if null or ours:
        return fail(ctx, "cudaErrorInvalidValue")
    current = ctx.get(_CURRENT, NULL)
    back = ctx.decide(ctx.op(Op.PTREQ, BOOL, pool, current, of=PTR))
    destroy(ctx, pool, POOL)
    if back:
        ctx.put(_CURRENT, NULL, PTR)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)")
def get_default_pool(ctx: ModelContext, target: Value, device: Value) -> Value:
    """The pool that cudaMallocAsync uses until another is set."""
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    ctx.store(target, _default_pool(ctx), PTR)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)")
def get_pool(ctx: ModelContext, target: Value, device: Value) -> Value:
    """The pool that was set last, or the default one."""
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    current = ctx.get(_CURRENT, NULL)
    ctx.store(target, _default_pool(ctx) if is_null(ctx, current) else current, PTR)
    return succeed(ctx)


@api("cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)")
def set_pool(ctx: ModelContext, device: Value, pool: Value) -> Value:
    """The pool of cudaMallocAsync from here on."""
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    if is_null(ctx, pool):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    ctx.put(_CURRENT, pool, PTR)
    return succeed(ctx)


@api("cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)")
def pool_trim(ctx: ModelContext, pool: Value, keep: Value) -> Value:
    """Gives memory that is not in use back to the system, which no program can see."""
    if is_null(ctx, pool):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    return succeed(ctx)


def _attribute_key(ctx: ModelContext, pool: Value, number: int) -> str:
    return f"cuda:pool:{ctx.object_id(pool)}:{number}"


@api("cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void *value)")
def pool_set_attribute(ctx: ModelContext, pool: Value, attribute: Value, value: Value) -> Value:
    """The switches of reuse (int) and the release threshold (64 bits) are remembered; the high watermarks can be set
    to 0, the amounts in use not at all."""
    number = ctx.concretize(attribute, I32)
    if is_null(ctx, pool) or not 1 <= number <= len(_ATTRIBUTES):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    new = ctx.load(value, I32 if number <= _REUSE else I64)
    if number in _HIGH and not ctx.decide(ctx.op(Op.EQ, BOOL, new, 0, of=I64)):
        return fail(ctx, "cudaErrorInvalidValue")
    if number > _THRESHOLD and number not in _HIGH:
        return fail(ctx, "cudaErrorInvalidValue")
    if number <= _THRESHOLD:
        ctx.put(_attribute_key(ctx, pool, number), new, I32 if number <= _REUSE else I64)
    return succeed(ctx)


@api("cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void *value)")
def pool_get_attribute(ctx: ModelContext, pool: Value, attribute: Value, value: Value) -> Value:
    """What was set, or the default (reuse 1, threshold 0); amounts of memory are arbitrary."""
    number = ctx.concretize(attribute, I32)
    if is_null(ctx, pool) or not 1 <= number <= len(_ATTRIBUTES):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    if number <= _THRESHOLD:
        default = 1 if number <= _REUSE else 0
        type_ = I32 if number <= _REUSE else I64
        ctx.store(value, ctx.get(_attribute_key(ctx, pool, number), default), type_)
    else:
        ctx.store(value, ctx.nondet(I64, _ATTRIBUTES[number - 1], ctype="unsigned long long"), I64)
    return succeed(ctx)


@api("cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc *descList, size_t count)")
def pool_set_access(ctx: ModelContext, pool: Value, descriptions: Value, count: Value) -> Value:
    """Which devices reach a pool: the only one does, and that cannot be taken away."""
    if is_null(ctx, pool):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    for index in range(ctx.concretize(count, I64)):
        description = ctx.add(descriptions, _ACCESS.size * index)
        where = _ACCESS.at(ctx, description, "location")
        place = ctx.concretize(_LOCATION.get(ctx, where, "type"), I32)
        device = ctx.concretize(_LOCATION.get(ctx, where, "id"), I32)
        access = ctx.concretize(_ACCESS.get(ctx, description, "flags"), I32)
        if place != _DEVICE or device >= DEVICE_COUNT or access != _READ_WRITE:
            return fail(ctx, "cudaErrorInvalidValue")
    return succeed(ctx)


@api("cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t memPool, cudaMemLocation *location)")
def pool_get_access(ctx: ModelContext, flags: Value, pool: Value, location: Value) -> Value:
    """The device reads and writes its pools."""
    if is_null(ctx, pool):
        return fail(ctx, "cudaErrorInvalidValue")
    check(ctx, pool, POOL)
    place = ctx.concretize(_LOCATION.get(ctx, location, "type"), I32)
    if place != _DEVICE or ctx.concretize(_LOCATION.get(ctx, location, "id"), I32) >= DEVICE_COUNT:
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.store(flags, _READ_WRITE, I32)
    return succeed(ctx)
