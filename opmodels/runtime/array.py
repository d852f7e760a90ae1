"""CUDA arrays (CUDA Runtime API, "Memory Management": cudaMallocArray, cudaMalloc3DArray and kin).

A cudaArray_t is the address of a small object of the host that says what the array is (as `handle` does for
streams); the elements lie in a device allocation of their own, row after row without gaps. How the hardware lays
out an array is not documented, and no program can see it. Mipmapped arrays have no model.
"""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Space, Value
from opmodels.registry import declare, macro
from opmodels.runtime.allocation import fails
from opmodels.runtime.api import api
from opmodels.runtime.channel_format import ChannelFormat, read_format, unpacked, write_format
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.extent import EXTENT, Triple, read_extent
from opmodels.runtime.handle import check, create, destroy, get, is_null, number
from opmodels.runtime.handle_kinds import ARRAY

for _name, _value in {
    "cudaArrayDefault": 0, "cudaArrayLayered": 1, "cudaArraySurfaceLoadStore": 2, "cudaArrayCubemap": 4,
    "cudaArrayTextureGather": 8,
}.items():  # fmt: skip
    macro(_name, f"0x{_value:02x}")
LAYERED, SURFACE, CUBEMAP, GATHER = 1, 2, 4, 8

declare(
    "typedef struct cudaArray *cudaArray_t; typedef const struct cudaArray *cudaArray_const_t;",
    types=("cudaArray", "cudaArray_t", "cudaArray_const_t"),
)

_DIMENSIONS = ("width", "height", "depth")
ELEMENTS = "cudaMallocArray"
"""The kind of the allocation that holds the elements: only cudaFreeArray frees it."""


@dataclass(frozen=True, slots=True)
class CudaArray:
    """An array of elements: `height` and `depth` are 0 where the array has no such dimension (Runtime API,
    cudaMalloc3DArray); of a layered array the depth is the number of layers."""

    data: Value
    extent: Triple
    format: ChannelFormat
    flags: int

    def pitch(self, ctx: ModelContext) -> Value:
        """Bytes of a row."""
        return ctx.op(Op.MUL, I64, self.extent.x, self.format.size)


def _at_least_one(ctx: ModelContext, value: Value) -> Value:
    zero = ctx.op(Op.EQ, BOOL, value, 0, of=I64)
    return ctx.op(Op.SELECT, I64, zero, 1, value)


def _make(ctx: ModelContext, target: Value, description: Value, extent: Triple, flags: Value) -> Value:
    of = read_format(ctx, description)
    known_flags = ctx.concretize(flags, I32)
    # A width of 0 makes no array; a depth without a height is one of layers of one row.
    empty = ctx.decide(ctx.op(Op.EQ, BOOL, extent.x, 0, of=I64))
    flat = ctx.decide(ctx.op(Op.EQ, BOOL, extent.y, 0, of=I64))
    deep = not ctx.decide(ctx.op(Op.EQ, BOOL, extent.z, 0, of=I64))
    layered = bool(known_flags & LAYERED)
    if of is None:
        return fail(ctx, "cudaErrorInvalidChannelDescriptor")
    if known_flags & CUBEMAP:
        ctx.unsupported(f"{ctx.name} of a cubemap")
    if empty or known_flags >> 4 or (deep and flat and not layered) or (layered and not deep):
        return fail(ctx, "cudaErrorInvalidValue")
    size: Value = of.size
    for part in (extent.x, extent.y, extent.z):
        size = ctx.op(Op.MUL, I64, size, _at_least_one(ctx, part))
    if fails(ctx, size):
        return fail(ctx, "cudaErrorMemoryAllocation")
    data = ctx.allocate(size, Space.DEVICE_GLOBAL, f"elements of {ctx.name}()", kind=ELEMENTS)
    values = {"data": data, **dict(zip(_DIMENSIONS, _parts(extent), strict=True))}
    create(ctx, target, ARRAY, {**values, "format": of.packed(), "flags": known_flags})
    return succeed(ctx)


def check_array(ctx: ModelContext, handle: Value) -> CudaArray:
    """The array of a handle, which must be one that was made and not freed since."""
    check(ctx, handle, ARRAY)
    width, height, depth = (get(ctx, handle, ARRAY, part) for part in _DIMENSIONS)
    of = unpacked(number(ctx, handle, ARRAY, "format"))
    flags = number(ctx, handle, ARRAY, "flags")
    return CudaArray(get(ctx, handle, ARRAY, "data"), Triple(width, height, depth), of, flags)


@api(
    "cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width, "
    "size_t height = 0, unsigned int flags = 0)",
    assumes=True,
)
def malloc_array(
    ctx: ModelContext, target: Value, description: Value, width: Value, height: Value, flags: Value
) -> Value:
    """An array of one dimension (height 0) or two; contents are arbitrary."""
    return _make(ctx, target, description, Triple(width, height, 0), flags)


@api(
    "cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, cudaExtent extent, "
    "unsigned int flags = 0)",
    assumes=True,
)
def malloc_3d_array(ctx: ModelContext, target: Value, description: Value, extent: Value, flags: Value) -> Value:
    """An array of up to three dimensions, or with cudaArrayLayered of `depth` layers; the extent is in elements."""
    return _make(ctx, target, description, read_extent(ctx, extent), flags)


@api("cudaError_t cudaFreeArray(cudaArray_t array)")
def free_array(ctx: ModelContext, handle: Value) -> Value:
    """NULL does nothing; an array that was freed before is a defect."""
    if is_null(ctx, handle):
        return succeed(ctx)
    found = check_array(ctx, handle)
    ctx.synchronise()
    ctx.free(found.data, (Space.DEVICE_GLOBAL,), ctx.name, ELEMENTS)
    destroy(ctx, handle, ARRAY)
    return succeed(ctx)


@api(
    "cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent, unsigned int *flags, "
    "cudaArray_t array)"
)
def array_get_info(ctx: ModelContext, description: Value, extent: Value, flags: Value, handle: Value) -> Value:
    """What an array was made with; each of the targets may be NULL."""
    found = check_array(ctx, handle)
    wanted = [not is_null(ctx, target) for target in (description, extent, flags)]
    if wanted[0]:
        write_format(ctx, description, found.format)
    if wanted[1]:
        for name, value in zip(_DIMENSIONS, _parts(found.extent), strict=True):
            EXTENT.put(ctx, extent, name, value)
    if wanted[2]:
        ctx.store(flags, found.flags, I32)
    return succeed(ctx)


@api("cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc, cudaArray_const_t array)")
def get_channel_desc(ctx: ModelContext, description: Value, handle: Value) -> Value:
    """The format of the elements."""
    write_format(ctx, description, check_array(ctx, handle).format)
    return succeed(ctx)


def _parts(extent: Triple) -> tuple[Value, Value, Value]:
    return extent.x, extent.y, extent.z
