"""Memory fences (CUDA C++ Programming Guide, "Memory Fence Functions")."""

from cudabmc.modelapi import ModelContext
from opmodels.registry import model

SCOPES = {"__threadfence_block": "block", "__threadfence": "device", "__threadfence_system": "system"}


@model(*(f"void {name}(void)" for name in SCOPES), host=False)
def threadfence(ctx: ModelContext) -> None:
    """Orders the memory accesses of the calling thread before and after it, for the threads in
    its scope."""
    ctx.fence(SCOPES[ctx.name])
