"""Memory fences (CUDA C++ Programming Guide, "Memory Fence Functions"), and the order of single accesses.

A fence releases by every strong write behind it, and acquires what every strong read before it found. A release or
an acquire of C++ (libcu++, `cuda::atomic`; PTX ISA, `st.release`, `ld.acquire`) does so for its own access alone.
"""

from cudabmc.modelapi import ModelContext
from opmodels.registry import model

SCOPES = {"__threadfence_block": "block", "__threadfence": "device", "__threadfence_system": "system"}


@model(*(f"void {name}(void)" for name in SCOPES), host=False, orders=True)
def threadfence(ctx: ModelContext) -> None:
    """Orders the memory accesses of the calling thread before and after it, for the threads in
    its scope."""
    ctx.fence(SCOPES[ctx.name])


@model(*(f"void __cudabmc_release_{scope}(void)" for scope in ("block", "device", "system")), host=False, orders=True)
def release(ctx: ModelContext) -> None:
    """The next strong write releases what was done before."""
    ctx.release(ctx.name.rpartition("_")[2])


@model("void __cudabmc_acquire(void)", host=False, orders=True)
def acquire(ctx: ModelContext) -> None:
    """What the last strong read found is known from here on; its access is over."""
    ctx.acquire(found=True)


@model("void __cudabmc_ordered(void)", host=False, orders=True)
def ordered(ctx: ModelContext) -> None:
    """An access that releases and does not acquire is over."""
    ctx.acquire(found=False)
