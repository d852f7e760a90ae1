"""Barriers of a block and of a warp (CUDA C++ Programming Guide, "Synchronization Functions")."""

from collections.abc import Callable, Sequence

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.device.lane import check_own_lane
from opmodels.registry import model

Votes = Sequence[tuple[Value, Value]]


def _truth(ctx: ModelContext, predicate: Value) -> Value:
    return ctx.op(Op.NE, BOOL, predicate, 0, of=I32)


def _block_vote(ctx: ModelContext, predicate: Value, combine: Callable[[Votes], Value]) -> Value:
    return ctx.rendezvous("block", None, predicate, combine)


@model("void __syncthreads(void)", host=False, waits="block")
def syncthreads(ctx: ModelContext) -> Value:
    """All threads of the block wait for each other; what they wrote before is visible to all after."""
    return ctx.rendezvous("block", None, 0, None)


@model("int __syncthreads_count(int predicate)", host=False, waits="block")
def syncthreads_count(ctx: ModelContext, predicate: Value) -> Value:
    """A barrier; the number of threads whose predicate is not 0."""

    def count(votes: Votes) -> Value:
        total: Value = 0
        for _, vote in votes:
            total = ctx.op(Op.ADD, I32, total, ctx.op(Op.ZEXT, I32, _truth(ctx, vote), of=BOOL))
        return total

    return _block_vote(ctx, predicate, count)


@model("int __syncthreads_and(int predicate)", host=False, waits="block")
def syncthreads_and(ctx: ModelContext, predicate: Value) -> Value:
    """A barrier; not 0 if the predicate of every thread is not 0."""

    def conjunction(votes: Votes) -> Value:
        result: Value = True
        for _, vote in votes:
            result = ctx.op(Op.AND, BOOL, result, _truth(ctx, vote))
        return ctx.op(Op.ZEXT, I32, result, of=BOOL)

    return _block_vote(ctx, predicate, conjunction)


@model("int __syncthreads_or(int predicate)", host=False, waits="block")
def syncthreads_or(ctx: ModelContext, predicate: Value) -> Value:
    """A barrier; not 0 if the predicate of any thread is not 0."""

    def disjunction(votes: Votes) -> Value:
        result: Value = False
        for _, vote in votes:
            result = ctx.op(Op.OR, BOOL, result, _truth(ctx, vote))
        return ctx.op(Op.ZEXT, I32, result, of=BOOL)

    return _block_vote(ctx, predicate, disjunction)


@model("void __syncwarp(unsigned int mask = 0xffffffff)", host=False, waits="warp", orders=True)
def syncwarp(ctx: ModelContext, mask: Value) -> Value:
    """The threads of the warp that `mask` names wait for each other, and their memory accesses are
    ordered."""
    check_own_lane(ctx, mask)
    return ctx.rendezvous("warp", mask, 0, None, orders=True)
