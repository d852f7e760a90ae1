"""Barriers that count arrivals: named barriers, those of blocks and tiles in two steps, cuda::barrier and cuda::latch.

PTX ISA, `barrier{.cta}` ("an optional thread count ... must be a multiple of the warp size", 16 barriers in a block)
and `mbarrier`; libcu++, `cuda::barrier`: `init`, `arrive`, `wait`. A cuda::barrier is known by its address. What the
object holds is written by `init` and read by all others, so that one that is used before its initialisation is
ordered before the use is a race.
"""

from collections.abc import Hashable

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Pointer, Value
from opmodels.device.lane import block_threads
from opmodels.registry import model

_NAMED = 16
_MOST = (1 << 20) - 1  # libcu++, `cuda::barrier::max()` of block scope

_CONSTANT = 1 << 40  # opmodels/include/libcu/cudabmc_libcu/scopes.h

_NOT_COOPERATIVE = "grid.sync() in a kernel that was not launched by cudaLaunchCooperativeKernel()"


# ---------------------------------------------------------------- named barriers


def _named(ctx: ModelContext, barrier: Value, threads: Value, *, wait: bool) -> Value:
    number, count = ctx.concretize(barrier, I32), ctx.concretize(threads, I32)
    ctx.require(number < _NAMED, "api-misuse", f"a block has the barriers 0 to 15, and this is barrier {number}")
    ctx.require(count % 32 == 0, "api-misuse", f"a barrier of {count} threads: the count must be a multiple of 32")
    ctx.require(bool(count) or wait, "api-misuse", "bar.arrive without a number of threads")
    expected = count or block_threads(ctx)
    return ctx.meeting(number, f"barrier {number}", expected=expected, count=1, until=-1 if wait else None)


@model(
    "void __cudabmc_barrier_sync(unsigned int barrier, unsigned int threads)",
    "void __barrier_sync_count(unsigned int id, unsigned int count)",
    host=False,
    waits="count",
    orders=True,
)
def barrier_sync(ctx: ModelContext, barrier: Value, threads: Value) -> Value:
    """barrier.sync a, b: wait until as many threads have arrived; 0 stands for all of the block."""
    return _named(ctx, barrier, threads, wait=True)


@model("void __barrier_sync(unsigned int id)", host=False, waits="count", orders=True)
def barrier_sync_all(ctx: ModelContext, barrier: Value) -> Value:
    """barrier.sync a."""
    return _named(ctx, barrier, 0, wait=True)


@model(
    "void __cudabmc_barrier_arrive(unsigned int barrier, unsigned int threads)",
    host=False,
    waits="count",
    orders=True,
)
def barrier_arrive(ctx: ModelContext, barrier: Value, threads: Value) -> Value:
    """barrier.arrive a, b: count, and continue."""
    return _named(ctx, barrier, threads, wait=False)


# ---------------------------------------------------------------- barriers of a group, in two steps


@model(
    "unsigned long long __cudabmc_group_arrive(int kind, unsigned long long group, unsigned long long threads)",
    host=False,
    waits="count",
    orders=True,
)
def group_arrive(ctx: ModelContext, kind: Value, group: Value, threads: Value) -> Value:
    """The first half of a barrier of `threads` threads (cooperative groups, `barrier_arrive`)."""
    which, expected = ctx.concretize(kind, I32), ctx.concretize(threads, I64)
    if not which:
        ctx.require(ctx.cooperative, "api-misuse", _NOT_COOPERATIVE)
    return ctx.meeting(_group(ctx, kind, group), "the barrier of the group", expected=expected, count=1)


@model(
    "void __cudabmc_group_wait(int kind, unsigned long long group, unsigned long long token)",
    host=False,
    waits="count",
    orders=True,
)
def group_wait(ctx: ModelContext, kind: Value, group: Value, token: Value) -> Value:
    """The second half: wait until all have done the first."""
    return ctx.meeting(_group(ctx, kind, group), "the barrier of the group", until=ctx.concretize(token, I64))


@model("void __cudabmc_ordered_by_reduction(void)", host=False)
def ordered_by_reduction(ctx: ModelContext) -> None:
    """What is assumed of a reduction over several warps, beyond the guide ("Reduce")."""
    ctx.note("cooperative_groups::reduce of a tile of more than a warp orders the accesses of its threads to memory")


def _group(ctx: ModelContext, kind: Value, group: Value) -> Hashable:
    """What tells groups apart: a kind, and a number among its groups of the block, or of the grid for kind 0."""
    which = ctx.concretize(kind, I32)
    return ("group", which, ctx.concretize(group, I64), ctx.builtin("blockIdx") if which else 0)


# ---------------------------------------------------------------- cuda::barrier, cuda::latch


def counter_key(ctx: ModelContext, barrier: Value) -> Hashable:
    """What a cuda::barrier is known by: its address."""
    if not isinstance(barrier, Pointer) or not isinstance(barrier.offset, int):
        ctx.unsupported("a cuda::barrier whose address depends on inputs")
    return ("barrier", barrier.obj, barrier.offset)


@model("void __cudabmc_counter_init(void *barrier, long expected)", host=False, waits="count", orders=True)
def counter_init(ctx: ModelContext, barrier: Value, expected: Value) -> Value:
    """`init(&barrier, expected)`, or the constructor."""
    key, name = counter_key(ctx, barrier), ctx.object_name(barrier)
    count = ctx.concretize(expected, I64)
    ctx.require(0 <= count <= _MOST, "api-misuse", f"{name} is initialised for {count} arrivals")
    ctx.store(barrier, count, I64)
    return ctx.meeting(key, name, expected=count, makes=True)


@model(
    "unsigned long long __cudabmc_counter_arrive(void *barrier, long update, long dropped)",
    host=False,
    waits="count",
    orders=True,
)
def counter_arrive(ctx: ModelContext, barrier: Value, update: Value, dropped: Value) -> Value:
    """`arrive(update)`: the token of the phase. `dropped` arrivals are not expected again (`arrive_and_drop`)."""
    key, name = counter_key(ctx, barrier), ctx.object_name(barrier)
    count, drop = ctx.concretize(update, I64), ctx.concretize(dropped, I64)
    ctx.require(0 < count <= _MOST, "api-misuse", f"arrive({count}) at {name}: the number must be positive")
    expected = _constant_count(ctx, barrier)
    if expected is not None and drop:
        ctx.unsupported("arrive_and_drop() at a barrier with a constant initialiser")
    return ctx.meeting(key, name, expected=expected, count=count, drop=drop)


@model("void __cudabmc_counter_wait(void *barrier, unsigned long long token)", host=False, waits="count", orders=True)
def counter_wait(ctx: ModelContext, barrier: Value, token: Value) -> Value:
    """`wait(token)`: until the phase of the token is over."""
    key, name = counter_key(ctx, barrier), ctx.object_name(barrier)
    phase = ctx.concretize(token, I64)
    return ctx.meeting(key, name, expected=_constant_count(ctx, barrier), until=phase)


def _constant_count(ctx: ModelContext, barrier: Value) -> int | None:
    """Reads what the object holds. A variable with a constant initialiser (`__device__ cuda::latch<...> all{2};`) needs
    no `init`: how many arrivals it expects."""
    held = ctx.load(barrier, I64)
    return held & (_CONSTANT - 1) if isinstance(held, int) and held & _CONSTANT else None


@model(
    "void __cudabmc_counter_try_wait(void *barrier, unsigned long long token)",
    host=False,
    waits="count",
    orders=True,
)
def counter_try_wait(ctx: ModelContext, barrier: Value, token: Value) -> Value:
    """`try_wait(token)`, which may give up: here it does not."""
    ctx.note("cuda::barrier::try_wait() waits until the phase is over; that it may give up is not explored")
    return counter_wait(ctx, barrier, token)


@model("void __cudabmc_grid_sync(void)", host=False, waits="grid", orders=True)
def grid_sync(ctx: ModelContext) -> Value:
    """`this_grid().sync()`: all threads of the grid wait for each other, which needs a cooperative launch."""
    ctx.require(ctx.cooperative, "api-misuse", _NOT_COOPERATIVE)
    return ctx.rendezvous("grid", None, 0, None)


@model("bool __cudabmc_grid_is_valid(void)", host=False)
def grid_is_valid(ctx: ModelContext) -> Value:
    """`this_grid().is_valid()`: may the grid be synchronised?"""
    return ctx.op(Op.EQ, BOOL, ctx.cooperative, True)
