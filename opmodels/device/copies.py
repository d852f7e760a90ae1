"""Asynchronous copies from global to shared memory (CUDA C++ Programming Guide, "Asynchronous Data Copies"; PTX ISA,
`cp.async`, `cp.async.commit_group`, `cp.async.wait_group`).

What a copy writes is there for the thread that has waited for its batch, and for others behind a barrier after that.
"""

from cudabmc.modelapi import BOOL, I64, ModelContext, Op, Space, Value
from opmodels.device.counting_barriers import counter_key
from opmodels.registry import header, model

header("cuda_pipeline.h", "cuda_pipeline_primitives.h", "cuda_pipeline_helpers.h")
_SIZES = (4, 8, 16)


@model(
    "void __pipeline_memcpy_async(void *dst_shared, const void *src_global, size_t size_and_align, size_t zfill = 0)",
    host=False,
    orders=True,
)
def pipeline_memcpy(ctx: ModelContext, target: Value, source: Value, size: Value, fill: Value) -> None:
    """"the size is 4, 8, or 16", and both addresses are aligned to it; the last `zfill` bytes become 0."""
    count, zeros = ctx.concretize(size, I64), ctx.concretize(fill, I64)
    ctx.require(count in _SIZES, "api-misuse", f"{ctx.name} copies {count} bytes: it can copy 4, 8 or 16")
    ctx.require(zeros <= count, "api-misuse", f"{ctx.name} fills {zeros} bytes of {count}")
    for pointer, space, what in ((target, Space.SHARED, "shared"), (source, Space.DEVICE_GLOBAL, "global")):
        _check_place(ctx, pointer, space, what, count)
    if zeros < count:
        ctx.copy_async(target, source, count - zeros)
    if zeros:  # they come as asynchronously as the rest (PTX ISA, "cp.async", ignore-src and src-size)
        ctx.fill_async(ctx.add(target, count - zeros), zeros)


def _check_place(ctx: ModelContext, pointer: Value, space: Space, what: str, size: int) -> None:
    """cp.async: "dst is in the .shared state space and src in .global", both aligned to the size."""
    if not ctx.is_const(pointer):
        return
    found = ctx.space(pointer)
    wrong = found is not None and (found == Space.SHARED) != (space == Space.SHARED)
    ctx.require(not wrong, "api-misuse", f"{ctx.name}: {ctx.object_name(pointer)} is not in {what} memory")
    rest = ctx.op(Op.UREM, I64, ctx.object_offset(pointer), size)
    aligned = ctx.op(Op.EQ, BOOL, rest, 0, of=I64)
    text = f"{ctx.name}: the address in {ctx.object_name(pointer)} is not aligned to {size} bytes"
    ctx.require(aligned, "api-misuse", text)


@model("void __cudabmc_copy_async(void *dst, const void *src, size_t size)", host=False, orders=True)
def copy_async(ctx: ModelContext, target: Value, source: Value, size: Value) -> None:
    """A copy of any size that belongs to the batch which is committed next (`cuda::memcpy_async`)."""
    ctx.copy_async(target, source, size)


@model("void __cudabmc_copy_for(void *barrier, void *dst, const void *src, size_t size)", host=False, orders=True)
def copy_for_barrier(ctx: ModelContext, barrier: Value, target: Value, source: Value, size: Value) -> None:
    """A copy that is over with the phase of a barrier (`cuda::memcpy_async` with a cuda::barrier)."""
    ctx.copy_async(target, source, size, counter_key(ctx, barrier))


@model("void __pipeline_commit(void)", host=False, orders=True)
def pipeline_commit(ctx: ModelContext) -> None:
    """cp.async.commit_group."""
    ctx.commit_copies()


@model("void __pipeline_wait_prior(size_t prior)", host=False, orders=True)
def pipeline_wait(ctx: ModelContext, prior: Value) -> None:
    """cp.async.wait_group: wait for all batches but the `prior` last ones."""
    ctx.wait_for_copies(prior)


@model("void __cudabmc_wait_for_all_copies(void)", host=False, orders=True)
def wait_for_all(ctx: ModelContext) -> None:
    """cp.async.wait_all: also for copies that no batch has."""
    ctx.commit_copies()
    ctx.wait_for_copies(0)
