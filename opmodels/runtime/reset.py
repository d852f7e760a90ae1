"""cudaDeviceReset (CUDA Runtime API, "Device Management")."""

from cudabmc.modelapi import I32, ModelContext, Space, Value
from opmodels.libc.device_heap import KIND
from opmodels.runtime.api import api
from opmodels.runtime.array import ELEMENTS
from opmodels.runtime.error_codes import LAST_ERROR, succeed
from opmodels.runtime.pinned import ALLOCATED, unregister_all

_ALLOCATORS = (
    ((Space.DEVICE_GLOBAL, Space.MANAGED), ""), ((Space.DEVICE_GLOBAL,), KIND), ((Space.DEVICE_GLOBAL,), ELEMENTS),
    ((Space.PINNED,), ALLOCATED),
)  # fmt: skip


@api("cudaError_t cudaDeviceReset(void)", "cudaError_t cudaThreadExit(void)")
def device_reset(ctx: ModelContext) -> Value:
    """Frees what was allocated on the device, managed and pinned memory and arrays included, ends registrations of host
    memory, and clears the error state. Streams, events and textures, and the values of device variables, are kept."""
    ctx.note(f"streams, events, textures and device variables keep their state in {ctx.name}")
    ctx.synchronise()
    unregister_all(ctx)
    for spaces, kind in _ALLOCATORS:
        for pointer in ctx.live_allocations(spaces, kind):
            ctx.free(pointer, spaces, ctx.name, kind)
    ctx.put(LAST_ERROR, 0, I32)
    return succeed(ctx)
