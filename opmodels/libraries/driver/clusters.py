"""Occupancy of launches with clusters (CUDA Driver API, "Occupancy"): as the runtime API has it."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.driver.api import driver
from opmodels.runtime.cluster_occupancy import clusters_on_device, potential_cluster_size

_SHARED = 24  # in a CUlaunchConfig


@driver("CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, const void *config)")
def active_clusters(ctx: ModelContext, target: Value, function: Value, config: Value) -> Value:
    """As cudaOccupancyMaxActiveClusters."""
    shared = ctx.concretize(ctx.load(ctx.add(config, _SHARED), I32), I32)
    return clusters_on_device(ctx, target, function, config, shared)


@driver("CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, const void *config)")
def cluster_size(ctx: ModelContext, target: Value, function: Value, config: Value) -> Value:
    """As cudaOccupancyMaxPotentialClusterSize."""
    return potential_cluster_size(ctx, target, function, config)
