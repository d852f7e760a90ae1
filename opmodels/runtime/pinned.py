"""Page-locked host memory, which devices reach under unified addressing by the pointer of the host (CUDA Runtime API,
cudaHostAlloc, cudaHostRegister and kin; programming guide, "Page-Locked Host Memory").

A registered range makes its whole object reachable: a kernel that leaves the range within the object is not found,
which a note says where the range is not the object.
"""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Op, Space, Value
from opmodels.registry import macro
from opmodels.runtime.allocation import allocate, fails
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed, succeed_where

for _name, _value in {
    "cudaHostAllocDefault": 0, "cudaHostAllocPortable": 1, "cudaHostAllocMapped": 2, "cudaHostAllocWriteCombined": 4,
    "cudaHostRegisterDefault": 0, "cudaHostRegisterPortable": 1, "cudaHostRegisterMapped": 2,
    "cudaHostRegisterIoMemory": 4, "cudaHostRegisterReadOnly": 8,
}.items():  # fmt: skip
    macro(_name, f"0x{_value:02x}")
_MAPPED, _IO_MEMORY = 2, 4
ALLOCATED = "cudaHostAlloc"
"""The kind of memory that cudaFreeHost takes: free() does not take it, and a registered malloc() has another."""

_PAGEABLE = (Space.HOST_HEAP, Space.HOST_STACK, Space.HOST_GLOBAL)


def _key(ctx: ModelContext, pointer: Value, what: str) -> str:
    return f"cuda:pinned:{ctx.object_id(pointer)}:{what}"


@api(
    "cudaError_t cudaMallocHost(void **ptr, size_t size)",
    "cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags)",
    "cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags)",
    assumes=True,
)
def cuda_malloc_host(ctx: ModelContext, target: Value, size: Value, flags: Value = 0) -> Value:
    """Page-locked host memory; flags beside the three that exist are cudaErrorInvalidValue."""
    if ctx.decide(ctx.op(Op.ULT, BOOL, 7, flags, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    result = allocate(ctx, target, size, Space.PINNED, ALLOCATED)
    pointer = ctx.load(target, PTR) if result == 0 else NULL
    if ctx.object_id(pointer) is not None:
        ctx.put(_key(ctx, pointer, "flags"), flags, I32)
    return result


@api("cudaError_t cudaFreeHost(void *ptr)")
def cuda_free_host(ctx: ModelContext, pointer: Value) -> Value:
    """Frees what cudaMallocHost or cudaHostAlloc returned; NULL does nothing."""
    ctx.synchronise()
    return succeed_where(ctx, ctx.free(pointer, (Space.PINNED,), ctx.name, ALLOCATED))


@api("cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)")
def host_get_device_pointer(ctx: ModelContext, target: Value, pointer: Value, flags: Value) -> Value:
    """The pointer of the host; `flags` must be 0."""
    unknown = ctx.space(pointer) not in (Space.PINNED, Space.MANAGED)
    if ctx.decide(ctx.op(Op.NE, BOOL, flags, 0, of=I32)) or unknown:
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.store(target, pointer, PTR)
    return succeed(ctx)


@api("cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost)")
def host_get_flags(ctx: ModelContext, target: Value, pointer: Value) -> Value:
    """The flags of cudaHostAlloc or cudaHostRegister. Under unified addressing all pinned memory is mapped, and the
    flag may be set whether or not it was asked for."""
    if ctx.space(pointer) is not Space.PINNED:
        return fail(ctx, "cudaErrorInvalidValue")
    asked = ctx.get(_key(ctx, pointer, "flags"), 0)
    shown = ctx.nondet(BOOL, "cudaHostGetFlags shows cudaHostAllocMapped")
    mapped = ctx.op(Op.SELECT, I32, shown, _MAPPED, 0)
    ctx.store(target, ctx.op(Op.OR, I32, asked, mapped), I32)
    return succeed(ctx)


@api("cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)", assumes=True)
def host_register(ctx: ModelContext, pointer: Value, size: Value, flags: Value) -> Value:
    """Makes pageable memory of the program reachable by devices. A range of which a part is registered already is
    cudaErrorHostMemoryAlreadyRegistered."""
    space = ctx.space(pointer)
    known = ctx.concretize(flags, I32)
    empty = ctx.decide(ctx.op(Op.EQ, BOOL, size, 0, of=I64))
    if space is None or empty or known > 15:
        return fail(ctx, "cudaErrorInvalidValue")
    if known & _IO_MEMORY:
        ctx.unsupported("cudaHostRegister of memory of a device (cudaHostRegisterIoMemory)")
    if space is Space.PINNED:
        return fail(ctx, "cudaErrorHostMemoryAlreadyRegistered")
    if space not in _PAGEABLE:
        return fail(ctx, "cudaErrorInvalidValue")
    if fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    ctx.check_range(pointer, size, write=False)
    if size != ctx.object_size(pointer) or ctx.object_offset(pointer) != 0:
        ctx.note(f"all of {ctx.object_name(pointer)} counts as registered, not only the registered range")
    ctx.put(_key(ctx, pointer, "flags"), known, I32)
    ctx.put(_key(ctx, pointer, "was"), _PAGEABLE.index(space) + 1, I32)
    ctx.put(_key(ctx, pointer, "start"), ctx.object_offset(pointer), I64)
    ctx.move(pointer, Space.PINNED)
    return succeed(ctx)


@api("cudaError_t cudaHostUnregister(void *ptr)")
def host_unregister(ctx: ModelContext, pointer: Value) -> Value:
    """Ends a registration; `ptr` must be the pointer that was registered."""
    registered = ctx.space(pointer) is Space.PINNED
    was = ctx.concretize(ctx.get(_key(ctx, pointer, "was"), 0), I32) if registered else 0
    if not was:
        return fail(ctx, "cudaErrorHostMemoryNotRegistered")
    start = ctx.op(Op.EQ, BOOL, ctx.get(_key(ctx, pointer, "start"), 0), ctx.object_offset(pointer), of=I64)
    if not ctx.decide(start):
        return fail(ctx, "cudaErrorHostMemoryNotRegistered")
    ctx.synchronise()
    _unregister(ctx, pointer, was)
    return succeed(ctx)


def _unregister(ctx: ModelContext, pointer: Value, was: int) -> None:
    ctx.put(_key(ctx, pointer, "was"), 0, I32)
    ctx.move(pointer, _PAGEABLE[was - 1])


def unregister_all(ctx: ModelContext) -> None:
    """End the registrations of memory that malloc() or new allocated."""
    for kind in ("", "operator new", "operator new[]"):
        for pointer in ctx.live_allocations((Space.PINNED,), kind):
            was = ctx.concretize(ctx.get(_key(ctx, pointer, "was"), 0), I32)
            if was:
                _unregister(ctx, pointer, was)
