"""operator new and operator delete by their mangled names (C++17 [new.delete], Itanium C++ ABI 5.1.4).

What new[] allocated must go to delete[], what new allocated to delete, and neither to free. A sized
delete must be told the size that was allocated; another one comes from deleting through a base
class without virtual destructor ([expr.delete]/3).
"""

from cudabmc.modelapi import I64, NULL, VOID, ModelContext, Value
from opmodels.libc import device_heap
from opmodels.libc.allocation import ALIGNMENT, LARGEST, may_fail
from opmodels.libc.block_size import exact_size, remember
from opmodels.libc.device_heap import heap
from opmodels.libc.expression import either, eq, negation, ult
from opmodels.registry import model

SINGLE, ARRAY = "operator new", "operator new[]"
THROW = "_ZSt17__throw_bad_allocv"
"""The function of the C++ library that throws std::bad_alloc."""


def _kind(name: str) -> str:
    return ARRAY if name.startswith(("_Zna", "_Zda")) else SINGLE


def _fails(ctx: ModelContext, size: Value) -> bool:
    return ctx.decide(ult(ctx, LARGEST, size)) or ctx.decide(may_fail(ctx))


def _new(ctx: ModelContext, size: Value) -> Value:
    kind = _kind(ctx.name)
    new = ctx.allocate(size, heap(ctx), f"memory of {kind}", kind=kind)
    remember(ctx, new, size)
    device_heap.remember(ctx, new)
    return new


def _check_alignment(ctx: ModelContext, alignment: Value) -> None:
    wanted = ctx.concretize(alignment, I64)
    if wanted > ALIGNMENT:
        ctx.note(f"objects are aligned to {ALIGNMENT} bytes only: {_kind(ctx.name)} was asked for {wanted}")


@model("void *_Znwm(size_t size)", "void *_Znam(size_t size)")
def new(ctx: ModelContext, size: Value) -> Value:
    """[new.delete.single]: throws std::bad_alloc when there is no memory; in a kernel the result is
    then NULL (CUDA Programming Guide, "Dynamic Global Memory Allocation")."""
    if _fails(ctx, size):
        if not ctx.on_device:
            ctx.call(ctx.symbol_pointer(THROW), (), (), VOID)
        return NULL
    return _new(ctx, size)


@model(
    "void *_ZnwmSt11align_val_t(size_t size, size_t alignment)",
    "void *_ZnamSt11align_val_t(size_t size, size_t alignment)",
)
def new_aligned(ctx: ModelContext, size: Value, alignment: Value) -> Value:
    """[new.delete.single] for over-aligned types."""
    _check_alignment(ctx, alignment)
    return new(ctx, size)


@model(
    "void *_ZnwmRKSt9nothrow_t(size_t size, const void *tag)",
    "void *_ZnamRKSt9nothrow_t(size_t size, const void *tag)",
)
def new_nothrow(ctx: ModelContext, size: Value, tag: Value) -> Value:
    """[new.delete.single]: NULL when there is no memory."""
    return NULL if _fails(ctx, size) else _new(ctx, size)


@model(
    "void *_ZnwmSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag)",
    "void *_ZnamSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag)",
)
def new_aligned_nothrow(ctx: ModelContext, size: Value, alignment: Value, tag: Value) -> Value:
    """[new.delete.single] for over-aligned types; NULL when there is no memory."""
    _check_alignment(ctx, alignment)
    return new_nothrow(ctx, size, tag)


@model("void _ZdlPv(void *ptr)", "void _ZdaPv(void *ptr)")
def delete(ctx: ModelContext, ptr: Value) -> None:
    """[new.delete.single]: violations are `invalid-free` and `double-free`."""
    kind = _kind(ctx.name)
    ctx.free(ptr, (heap(ctx),), kind.replace("new", "delete"), kind)


@model(
    "void _ZdlPvSt11align_val_t(void *ptr, size_t alignment)",
    "void _ZdaPvSt11align_val_t(void *ptr, size_t alignment)",
    "void _ZdlPvRKSt9nothrow_t(void *ptr, const void *tag)",
    "void _ZdaPvRKSt9nothrow_t(void *ptr, const void *tag)",
)
def delete_with_tag(ctx: ModelContext, ptr: Value, tag: Value) -> None:
    """[new.delete.single]; the alignment is not compared with that of the allocation."""
    delete(ctx, ptr)


@model("void _ZdlPvm(void *ptr, size_t size)", "void _ZdaPvm(void *ptr, size_t size)")
def delete_sized(ctx: ModelContext, ptr: Value, size: Value) -> None:
    """[new.delete.single]/12: the size must be the one that was allocated."""
    for where, target in ctx.targets(ptr):
        whole = exact_size(ctx, target)
        if whole is not None and target != NULL:
            text = f"{_kind(ctx.name).replace('new', 'delete')} with a size other than that allocated"
            known = isinstance(whole, int) and isinstance(size, int)
            fits = either(ctx, negation(ctx, where), eq(ctx, whole, size, I64))
            ctx.require(fits, "invalid-free", text + (f": {size} of {whole} bytes" if known else ""))
    delete(ctx, ptr)


@model(
    "void _ZdlPvmSt11align_val_t(void *ptr, size_t size, size_t alignment)",
    "void _ZdaPvmSt11align_val_t(void *ptr, size_t size, size_t alignment)",
)
def delete_sized_aligned(ctx: ModelContext, ptr: Value, size: Value, alignment: Value) -> None:
    """[new.delete.single] for over-aligned types."""
    delete_sized(ctx, ptr, size)
