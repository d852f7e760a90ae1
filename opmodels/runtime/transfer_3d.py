"""Transfers of boxes (CUDA Runtime API, cudaMemcpy3D, cudaMemcpy3DPeer and cudaMemset3D)."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, ModelContext, Op, Value
from opmodels.runtime import pitch as pitches
from opmodels.runtime.api import api
from opmodels.runtime.array import CudaArray, check_array
from opmodels.runtime.copy_direction import CopyKind
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.extent import PITCHED, Triple, read_extent, read_position
from opmodels.runtime.handle import is_null
from opmodels.runtime.record import StructLayout, record
from opmodels.runtime.region import Region, Size, fill, transfer
from opmodels.runtime.transfer import check_device_memory
from opmodels.runtime.transfer_array import inside, rows_of

_PARAMETERS = record(
    "cudaMemcpy3DParms", "cudaArray_t srcArray", "struct cudaPos srcPos", "struct cudaPitchedPtr srcPtr",
    "cudaArray_t dstArray", "struct cudaPos dstPos", "struct cudaPitchedPtr dstPtr", "struct cudaExtent extent",
    "enum cudaMemcpyKind kind",
)  # fmt: skip
_PEER_PARAMETERS = record(
    "cudaMemcpy3DPeerParms", "cudaArray_t srcArray", "struct cudaPos srcPos", "struct cudaPitchedPtr srcPtr",
    "int srcDevice", "cudaArray_t dstArray", "struct cudaPos dstPos", "struct cudaPitchedPtr dstPtr", "int dstDevice",
    "struct cudaExtent extent",
)  # fmt: skip


class _Side:
    """Source or destination: an array, or pitched memory, and the place in it."""

    def __init__(self, ctx: ModelContext, parameters: Value, layout: StructLayout, prefix: str) -> None:
        handle = layout.get(ctx, parameters, f"{prefix}Array")
        self.pitched = layout.at(ctx, parameters, f"{prefix}Ptr")
        self.position = read_position(ctx, layout.at(ctx, parameters, f"{prefix}Pos"))
        self.has_array = not is_null(ctx, handle)
        self.has_pointer = not is_null(ctx, PITCHED.get(ctx, self.pitched, "ptr"))
        self.array: CudaArray | None = check_array(ctx, handle) if self.has_array else None

    def region(self, ctx: ModelContext, size: Size) -> Region | str:
        """The box of that size, or the error that it gives."""
        if self.array is None:
            return _in_pitched(ctx, self.pitched, self.position, size)
        pitch, rows, whole = self.array.pitch(ctx), rows_of(ctx, self.array), self.array.extent
        depth = ctx.op(Op.SELECT, I64, ctx.op(Op.EQ, BOOL, whole.z, 0, of=I64), 1, whole.z)
        x = ctx.op(Op.MUL, I64, self.position.x, self.array.format.size)
        if not (
            inside(ctx, x, size.width, pitch)
            and inside(ctx, self.position.y, size.height, rows)
            and inside(ctx, self.position.z, size.depth, depth)
        ):
            return "cudaErrorInvalidValue"
        return _at(ctx, Region(self.array.data, pitch, ctx.op(Op.MUL, I64, pitch, rows)), x, self.position)


def _in_pitched(ctx: ModelContext, pitched: Value, position: Triple, size: Size) -> Region | str:
    """A box of pitched memory, whose position is in bytes across."""
    pitch = PITCHED.get(ctx, pitched, "pitch")
    end = ctx.op(Op.ADD, I64, position.x, size.width)
    if not pitches.fits(ctx, pitch, end):
        return "cudaErrorInvalidPitchValue"
    height = PITCHED.get(ctx, pitched, "ysize")
    several = ctx.concretize(size.depth, I64) > 1
    if several and not inside(ctx, position.y, size.height, height):
        return "cudaErrorInvalidValue"
    whole = Region(PITCHED.get(ctx, pitched, "ptr"), pitch, ctx.op(Op.MUL, I64, pitch, height))
    return _at(ctx, whole, position.x, position)


def _at(ctx: ModelContext, whole: Region, x: Value, position: Triple) -> Region:
    """The box that begins at byte x of row y of slice z."""
    down = ctx.op(Op.MUL, I64, whole.pitch, position.y)
    deep = ctx.op(Op.MUL, I64, whole.slice, position.z)
    offset = ctx.op(Op.ADD, I64, x, ctx.op(Op.ADD, I64, down, deep))
    return Region(ctx.add(whole.base, offset), whole.pitch, whole.slice)


def _copy(ctx: ModelContext, parameters: Value, layout: StructLayout, kind: Value, stream: Value) -> Value:
    source = _Side(ctx, parameters, layout, "src")
    target = _Side(ctx, parameters, layout, "dst")
    if source.has_array == source.has_pointer or target.has_array == target.has_pointer:
        return fail(ctx, "cudaErrorInvalidValue")
    arrays = [side.array for side in (source, target) if side.array is not None]
    if len({array.format.size for array in arrays}) > 1:
        return fail(ctx, "cudaErrorInvalidValue")
    extent = read_extent(ctx, layout.at(ctx, parameters, "extent"))
    element = arrays[0].format.size if arrays else 1  # the width is in elements if an array takes part
    size = Size(ctx.op(Op.MUL, I64, extent.x, element), extent.y, extent.z)
    if size.is_empty(ctx):
        return succeed(ctx)
    to, origin = target.region(ctx, size), source.region(ctx, size)
    for region in (to, origin):
        if isinstance(region, str):
            return fail(ctx, region)
    assert isinstance(to, Region) and isinstance(origin, Region)
    return transfer(ctx, stream, to, origin, size, kind)


def copy_box(ctx: ModelContext, parameters: Value, stream: Value = NULL) -> Value:
    """A copy as cudaMemcpy3DParms describes it."""
    return _copy(ctx, parameters, _PARAMETERS, _PARAMETERS.get(ctx, parameters, "kind"), stream)


@api(
    "cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p)",
    "cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0)",
)
def cuda_memcpy_3d(ctx: ModelContext, parameters: Value, stream: Value = NULL) -> Value:
    """Copies a box between pitched memory and arrays. Exactly one of srcArray and srcPtr and one of dstArray and
    dstPtr must be given, and two arrays must have elements of one size."""
    return copy_box(ctx, parameters, stream)


@api(
    "cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *p)",
    "cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *p, cudaStream_t stream = 0)",
)
def cuda_memcpy_3d_peer(ctx: ModelContext, parameters: Value, stream: Value = NULL) -> Value:
    """A copy between devices, of which the model has one."""
    for name in ("srcDevice", "dstDevice"):
        if ctx.concretize(_PEER_PARAMETERS.get(ctx, parameters, name), I32):
            return fail(ctx, "cudaErrorInvalidDevice")
    return _copy(ctx, parameters, _PEER_PARAMETERS, CopyKind.cudaMemcpyDeviceToDevice.value, stream)


@api(
    "cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent)",
    "cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, "
    "cudaStream_t stream = 0)",
)
def cuda_memset_3d(ctx: ModelContext, pitched: Value, value: Value, extent: Value, stream: Value = NULL) -> Value:
    """Sets each byte of a box, which begins at the pointer, to the low byte of `value`."""
    whole = read_extent(ctx, extent)
    size = Size(whole.x, whole.y, whole.z)
    if size.is_empty(ctx):
        return succeed(ctx)
    to = _in_pitched(ctx, pitched, Triple(0, 0, 0), size)
    if isinstance(to, str):
        return fail(ctx, "cudaErrorInvalidValue")
    check_device_memory(ctx, to.base)
    return fill(ctx, stream, to, ctx.op(Op.TRUNC, I8, value, of=I32), size)
