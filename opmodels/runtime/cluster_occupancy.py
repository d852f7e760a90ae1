"""Occupancy of launches with clusters (CUDA Runtime API, "Occupancy")."""

from math import prod

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.launch_attributes import CLUSTER, SIZE, VALUE
from opmodels.runtime.occupancy import most_resident, up_to

_PORTABLE, _MOST = 8, 16
_ATTRIBUTES, _COUNT, _SHARED = 40, 48, 24
"""Where a cudaLaunchConfig_t and a CUlaunchConfig have them."""


def _asked(ctx: ModelContext, config: Value) -> tuple[int, ...] | None:
    """The cluster size that the attributes of a configuration ask for."""
    first = ctx.load(ctx.add(config, _ATTRIBUTES), PTR)
    for index in range(ctx.concretize(ctx.load(ctx.add(config, _COUNT), I32), I32)):
        attribute = ctx.add(first, SIZE * index)
        if ctx.concretize(ctx.load(attribute, I32), I32) == CLUSTER:
            places = (ctx.add(attribute, VALUE + 4 * axis) for axis in range(3))
            return tuple(ctx.concretize(ctx.load(place, I32), I32) for place in places)
    return None


@api("cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func, const void *launchConfig)")
def active_clusters(ctx: ModelContext, target: Value, function: Value, config: Value) -> Value:
    """How many clusters run on the device at one time: as many as threads and shared memory allow, or
    fewer."""
    shared = ctx.concretize(ctx.load(ctx.add(config, _SHARED), I64), I64)
    return clusters_on_device(ctx, target, function, config, shared)


def clusters_on_device(ctx: ModelContext, target: Value, function: Value, config: Value, shared: int) -> Value:
    """With so many bytes of dynamic shared memory, which the two APIs keep in different ways."""
    kernel = ctx.kernel(function)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    block = [ctx.concretize(ctx.load(ctx.add(config, 12 + 4 * axis), I32), I32) for axis in range(3)]
    blocks = prod(_asked(ctx, config) or kernel.cluster or (1, 1, 1))
    if not 0 < blocks <= _MOST or not 0 < prod(block) <= ctx.limits.threads:
        return fail(ctx, "cudaErrorInvalidValue" if blocks else "cudaErrorInvalidClusterSize")
    most = most_resident(ctx.limits, kernel, prod(block), shared) * ctx.limits.multiprocessors // blocks
    ctx.store(target, up_to(ctx, I32, 1, most, "clusters on the device") if most else 0, I32)
    return succeed(ctx)


@api("cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func, const void *launchConfig)")
def potential_cluster_size(ctx: ModelContext, target: Value, function: Value, config: Value) -> Value:
    """The size of the kernel's `__cluster_dims__`, else the largest that is portable, or that the kernel allows."""
    kernel = ctx.kernel(function)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    allowed = ctx.concretize(ctx.get(f"cuda:non-portable-cluster:{kernel.name}", 0), I32)
    most = prod(kernel.cluster) if kernel.cluster else _MOST if allowed else _PORTABLE
    ctx.note(f"{ctx.name} answers {most} blocks")
    ctx.store(target, most, I32)
    return succeed(ctx)
