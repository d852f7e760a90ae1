"""Memory of the run time itself: exceptions in flight, lists of what runs at exit, facets."""

from cudabmc.modelapi import ModelContext, Space, Value
from opmodels.registry import model


@model("void *__cudabmc_allocate(unsigned long size)", device=False)
def allocate(ctx: ModelContext, size: Value) -> Value:
    """Never fails, and is no leak when the program ends."""
    return ctx.allocate(size, Space.HOST_GLOBAL, "memory of the C++ run time")


@model("void __cudabmc_release(void *memory)", device=False)
def release(ctx: ModelContext, memory: Value) -> None:
    """Give back memory of `__cudabmc_allocate`."""
    ctx.free(memory, (Space.HOST_GLOBAL,), "the C++ run time's release")
