"""malloc and its family (C11 7.22.3, POSIX posix_memalign).

Objects are aligned to 256 bytes. A request of more than PTRDIFF_MAX bytes gives NULL, as in glibc;
whether others may fail as well is the option force-malloc-success.
"""

from cudabmc.modelapi import BOOL, I8, I32, I64, I128, NULL, PTR, ModelContext, Op, Pointer, Value
from opmodels.libc import device_heap
from opmodels.libc.block_size import exact_size, remember
from opmodels.libc.device_heap import heap, kind
from opmodels.libc.expression import is_null, minimum, one_target, select, ult, widen
from opmodels.registry import model

LARGEST = (1 << 63) - 1
ALIGNMENT = 256
EINVAL, ENOMEM = 22, 12


def may_fail(ctx: ModelContext) -> Value:
    """An arbitrary truth value if allocations may fail, else False and an assumption."""
    if ctx.get("option:malloc-may-fail", False) is True:
        return ctx.failure(f"{ctx.name} fails")
    ctx.note("allocations succeed (--malloc-may-fail explores the other case)")
    return False


def _allocate(ctx: ModelContext, size: Value, *, zero: bool = False) -> Value:
    if ctx.decide(ult(ctx, LARGEST, size)):
        return NULL
    if ctx.decide(may_fail(ctx)):
        return NULL
    return _new(ctx, size, zero=zero)


def _new(ctx: ModelContext, size: Value, *, zero: bool = False) -> Pointer:
    new = ctx.allocate(size, heap(ctx), ctx.name, zero=zero, kind=kind(ctx))
    remember(ctx, new, size)
    device_heap.remember(ctx, new)
    return new


def _product(ctx: ModelContext, count: Value, size: Value) -> Value:
    """count * size (I64), or a number that no allocation takes if that overflows."""
    if isinstance(count, int) and isinstance(size, int):
        return min(count * size, (1 << 64) - 1)
    for known, other in ((count, size), (size, count)):
        if isinstance(known, int):
            fits = ctx.op(Op.ULE, BOOL, other, LARGEST // max(known, 1), of=I64)
            return select(ctx, fits, ctx.op(Op.MUL, I64, count, size), LARGEST + 1, I64)
    wide = ctx.op(Op.MUL, I128, *(widen(ctx, v, I64, I128, is_signed=False) for v in (count, size)))
    fits = ctx.op(Op.ULE, BOOL, wide, LARGEST, of=I128)
    return select(ctx, fits, ctx.op(Op.MUL, I64, count, size), LARGEST + 1, I64)


@model("void *malloc(size_t size)")
def malloc(ctx: ModelContext, size: Value) -> Value:
    """C11 7.22.3.4."""
    return _allocate(ctx, size)


@model("void *calloc(size_t nmemb, size_t size)", device=False)
def calloc(ctx: ModelContext, nmemb: Value, size: Value) -> Value:
    """C11 7.22.3.2; NULL if the product overflows."""
    return _allocate(ctx, _product(ctx, nmemb, size), zero=True)


@model("void *realloc(void *ptr, size_t size)", device=False)
def realloc(ctx: ModelContext, ptr: Value, size: Value) -> Value:
    """C11 7.22.3.5. As in glibc, a size of zero frees; the result is always a new object."""
    if ctx.decide(is_null(ctx, ptr)):
        return _allocate(ctx, size)
    if ctx.decide(ctx.op(Op.EQ, BOOL, size, 0, of=I64)):
        ctx.free(ptr, (heap(ctx),), "realloc")
        return NULL
    if ctx.decide(ult(ctx, LARGEST, size)) or ctx.decide(may_fail(ctx)):
        return NULL
    ptr = one_target(ctx, ptr)
    old = exact_size(ctx, ptr)
    new = _new(ctx, size)
    if old is not None:  # otherwise free reports what is wrong, as it does if `ptr` is not the start of the block
        start = ctx.add(ptr, ctx.op(Op.NEG, I64, ctx.object_offset(ptr)))
        ctx.copy(new, start, minimum(ctx, old, size))
    ctx.free(ptr, (heap(ctx),), "realloc")
    return new


@model("void *reallocarray(void *ptr, size_t nmemb, size_t size)", device=False)
def reallocarray(ctx: ModelContext, ptr: Value, nmemb: Value, size: Value) -> Value:
    """GNU: realloc of the product; NULL if that overflows, and the block stays."""
    return realloc(ctx, ptr, _product(ctx, nmemb, size))


@model("size_t malloc_usable_size(void *ptr)", device=False)
def malloc_usable_size(ctx: ModelContext, ptr: Value) -> Value:
    """GNU: the size of the block, here without the padding that glibc may add; 0 for NULL."""
    if ctx.decide(is_null(ctx, ptr)):
        return 0
    ptr = one_target(ctx, ptr)
    ctx.load(ptr, I8)
    size = exact_size(ctx, ptr)
    return 0 if size is None else size  # of what is no block, which the access reports


@model("void free(void *ptr)")
def free(ctx: ModelContext, ptr: Value) -> None:
    """C11 7.22.3.3; what was not allocated by this family violates `invalid-free`."""
    ctx.free(ptr, (heap(ctx),), "free", kind(ctx))


def _is_power_of_two(alignment: int) -> bool:
    return alignment > 0 and alignment & (alignment - 1) == 0


def _aligned(ctx: ModelContext, alignment: int, size: Value) -> Value:
    if alignment > ALIGNMENT:
        ctx.note(f"objects are aligned to {ALIGNMENT} bytes only: {ctx.name} was asked for {alignment}")
    return _allocate(ctx, size)


@model(
    "void *aligned_alloc(size_t alignment, size_t size)", "void *memalign(size_t alignment, size_t size)", device=False
)
def aligned_alloc(ctx: ModelContext, alignment: Value, size: Value) -> Value:
    """C11 7.22.3.1; NULL for an alignment that is not a power of two."""
    wanted = ctx.concretize(alignment, I64)
    return _aligned(ctx, wanted, size) if _is_power_of_two(wanted) else NULL


@model("int posix_memalign(void **memptr, size_t alignment, size_t size)", device=False)
def posix_memalign(ctx: ModelContext, memptr: Value, alignment: Value, size: Value) -> Value:
    """POSIX: EINVAL for a bad alignment, ENOMEM on failure, which leaves *memptr alone."""
    wanted = ctx.concretize(alignment, I64)
    if not _is_power_of_two(wanted) or wanted % 8:
        return EINVAL
    if ctx.decide(ult(ctx, LARGEST, size)):
        return ENOMEM
    fails = may_fail(ctx)
    new: Value = _new(ctx, size)
    if fails is not False:
        new = select(ctx, fails, ctx.load(memptr, PTR), new, PTR)
    ctx.store(memptr, new, PTR)
    return select(ctx, fails, ENOMEM, 0, I32)
