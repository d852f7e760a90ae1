"""Blocks of a cluster: who they are, their barrier, and their shared memory (CUDA C++ Programming Guide, "Cluster
Group", "Distributed Shared Memory"; PTX ISA, `mapa`, `getctarank`, `barrier.cluster`; crt/sm_90_rt.h).

Without a cluster size a block is a cluster of its own.
"""

from math import prod

from cudabmc.modelapi import I32, ModelContext, Pointer, Space, Value
from opmodels.libc.expression import one_target
from opmodels.registry import model

# ---------------------------------------------------------------- places in the cluster


@model("unsigned int __cudabmc_cluster_size(int axis)", host=False)
def cluster_size(ctx: ModelContext, axis: Value) -> Value:
    """The blocks of a cluster along an axis."""
    return ctx.cluster[ctx.concretize(axis, I32)]


@model("unsigned int __clusterSizeInBlocks(void)", host=False)
def cluster_blocks(ctx: ModelContext) -> Value:
    """%cluster_nctarank: the blocks of a cluster."""
    return prod(ctx.cluster)


@model("unsigned int __clusterDimIsSpecified(void)", host=False)
def is_specified(ctx: ModelContext) -> Value:
    """%is_explicit_cluster: was the kernel launched with a cluster size?"""
    if ctx.cluster == (1, 1, 1):
        ctx.unsupported("__clusterDimIsSpecified() where a cluster is one block")
    return 1


@model("unsigned int __clusterRelativeBlockRank(void)", host=False)
def block_rank(ctx: ModelContext) -> Value:
    """%cluster_ctarank: the number of the block in its cluster, x fastest."""
    (x, y, z), (size_x, size_y, size_z) = _block(ctx), ctx.cluster
    return (z % size_z * size_y + y % size_y) * size_x + x % size_x


def _block(ctx: ModelContext) -> tuple[int, int, int]:
    x, y, z = (ctx.concretize(at, I32) for at in ctx.builtin("blockIdx"))
    return x, y, z


# ---------------------------------------------------------------- barrier


@model("void __cudabmc_cluster_sync(void)", host=False, waits="cluster", orders=True)
def cluster_sync(ctx: ModelContext) -> Value:
    """`this_cluster().sync()`: all threads of the cluster wait for each other."""
    return ctx.cluster_barrier("sync", all_threads=True)


@model("void __cudabmc_cluster_arrive(void)", host=False, waits="cluster", orders=True)
def cluster_arrive(ctx: ModelContext) -> Value:
    """`this_cluster().barrier_arrive()`: "All threads in the group must arrive and wait at the barrier once per
    phase"."""
    return ctx.cluster_barrier("arrive", all_threads=True)


@model("void __cudabmc_cluster_wait(void)", host=False, waits="cluster", orders=True)
def cluster_wait(ctx: ModelContext) -> Value:
    """`this_cluster().barrier_wait()`."""
    return ctx.cluster_barrier("wait", all_threads=True)


@model("void __cluster_barrier_arrive(void)", host=False, waits="cluster", orders=True)
def barrier_arrive(ctx: ModelContext) -> Value:
    """barrier.cluster.arrive, which releases."""
    return ctx.cluster_barrier("arrive", all_threads=False)


@model("void __cluster_barrier_arrive_relaxed(void)", host=False, waits="cluster", orders=True)
def barrier_arrive_relaxed(ctx: ModelContext) -> Value:
    """barrier.cluster.arrive.relaxed: "does not provide any memory ordering"."""
    return ctx.cluster_barrier("arrive relaxed", all_threads=False)


@model("void __cluster_barrier_wait(void)", host=False, waits="cluster", orders=True)
def barrier_wait(ctx: ModelContext) -> Value:
    """barrier.cluster.wait: until "all non-exited threads of the cluster" have arrived."""
    return ctx.cluster_barrier("wait", all_threads=False)


# ---------------------------------------------------------------- memory


@model("void __threadfence_cluster(void)", host=False, orders=True)
def threadfence_cluster(ctx: ModelContext) -> None:
    """fence.acq_rel.cluster: that of a block where the cluster is one."""
    if ctx.cluster != (1, 1, 1):
        ctx.unsupported("memory fences of a cluster (__threadfence_cluster)")
    ctx.fence("block")


@model("void __cudabmc_cluster_scope(void)", host=False)
def cluster_scope(ctx: ModelContext) -> None:
    """An atomic or fence of the scope of a cluster follows, which is taken for one of the block."""
    if ctx.cluster != (1, 1, 1):
        ctx.unsupported("atomics and fences of the scope of a cluster")


@model("unsigned int __isClusterShared(const void *ptr)", host=False)
def is_cluster_shared(ctx: ModelContext, pointer: Value) -> Value:
    """1 if the address is one in shared memory of a block of the cluster, else 0."""
    return int(ctx.space(pointer) is Space.SHARED and ctx.rank_of(one_target(ctx, pointer)) is not None)


@model("unsigned int __isCtaShared(const void *ptr)", host=False)
def is_block_shared(ctx: ModelContext, pointer: Value) -> Value:
    """1 if the address is one in shared memory of the own block, else 0."""
    own = ctx.space(pointer) is Space.SHARED and ctx.rank_of(one_target(ctx, pointer)) == block_rank(ctx)
    return int(own)


@model("void *__cluster_map_shared_rank(const void *ptr, unsigned int target_block_rank)", host=False)
def map_shared_rank(ctx: ModelContext, pointer: Value, rank: Value) -> Value:
    """mapa: the address in the shared memory of another block of the cluster that corresponds to this one."""
    place, number, blocks = _in_cluster(ctx, pointer), ctx.concretize(rank, I32), prod(ctx.cluster)
    few = f"the cluster has {blocks} block{'s' if blocks > 1 else ''}"
    ctx.require(number < blocks, "api-misuse", f"the shared memory of the block with rank {number}: {few}")
    return pointer if place is None or number >= blocks else ctx.in_cluster(place, number)


@model("unsigned int __cluster_query_shared_rank(const void *ptr)", host=False)
def query_shared_rank(ctx: ModelContext, pointer: Value) -> Value:
    """getctarank: the rank of the block in whose shared memory the address is."""
    place = _in_cluster(ctx, pointer)
    rank = None if place is None else ctx.rank_of(place)
    return block_rank(ctx) if rank is None else rank


def _in_cluster(ctx: ModelContext, pointer: Value) -> Pointer | None:
    """The place in shared memory of the cluster; None if the address is another one."""
    inside = ctx.space(pointer) is Space.SHARED and ctx.rank_of(one_target(ctx, pointer)) is not None
    ctx.require(inside, "api-misuse", f"{_FACES.get(ctx.name, ctx.name)} of an address outside of shared memory")
    return one_target(ctx, pointer) if inside else None


_FACES = {"__cluster_map_shared_rank": "map_shared_rank()", "__cluster_query_shared_rank": "query_shared_rank()"}
