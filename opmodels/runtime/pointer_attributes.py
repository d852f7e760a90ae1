"""cudaPointerGetAttributes (CUDA Runtime API, "Unified Addressing")."""

from cudabmc.modelapi import I32, NULL, PTR, ModelContext, Space, Value
from opmodels.registry import declare, enumeration
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import succeed

_TYPES = ("cudaMemoryTypeUnregistered", "cudaMemoryTypeHost", "cudaMemoryTypeDevice", "cudaMemoryTypeManaged")
_UNREGISTERED, _HOST, _DEVICE, _MANAGED = range(4)
_TYPE_OF = {
    Space.PINNED: _HOST,
    Space.DEVICE_GLOBAL: _DEVICE,
    Space.CONSTANT: _DEVICE,
    Space.MANAGED: _MANAGED,
}

enumeration("cudaMemoryType", _TYPES)
declare(
    "struct cudaPointerAttributes { enum cudaMemoryType type; int device; void *devicePointer; void *hostPointer; };",
    types=("cudaPointerAttributes",),
)


@api("cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *ptr)")
def pointer_get_attributes(ctx: ModelContext, target: Value, pointer: Value) -> Value:
    """Where a pointer points; memory that CUDA did not allocate is "unregistered"."""
    space = ctx.space(pointer)
    kind = _UNREGISTERED if space is None else _TYPE_OF.get(space, _UNREGISTERED)
    ctx.store(target, kind, I32)
    ctx.store(ctx.add(target, 4), 0 if kind else 2**32 - 2, I32)
    ctx.store(ctx.add(target, 8), pointer if kind else NULL, PTR)
    ctx.store(ctx.add(target, 16), pointer if kind in (_HOST, _MANAGED) else NULL, PTR)
    return succeed(ctx)
