"""Surface functions of surface objects (CUDA C++ Programming Guide, "Surface Object API", "Surface Functions").

"x" is in bytes, the other coordinates in rows, slices and layers. Reads and writes are those of the memory behind
the surface and take part in races.
"""

from collections.abc import Sequence

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Value
from opmodels.device.texture_coordinate import clamp
from opmodels.device.texture_element import channel_type, rows
from opmodels.registry import model
from opmodels.runtime.channel_format import ChannelFormat, ChannelKind, unpacked
from opmodels.runtime.handle_kinds import SURFACE_OBJECT
from opmodels.runtime.image import Image, find
from opmodels.runtime.texture_types import Boundary


def _surface(ctx: ModelContext, handle: Value, dimensions: int, layered: bool) -> Image | None:
    image = find(ctx, handle, SURFACE_OBJECT)
    if layered != image.settings.layered or dimensions != image.settings.dimensions:
        kind = "layers of " if image.settings.layered else ""
        plural = "s" if image.settings.dimensions > 1 else ""
        text = f"{ctx.name} is given a surface of {kind}{image.settings.dimensions} dimension{plural}"
        ctx.require(False, "api-misuse", text)
        return None
    return image


def _inside(ctx: ModelContext, index: Value, size: Value) -> Value:
    return ctx.op(Op.ULT, BOOL, index, size, of=I64)


def _place(
    ctx: ModelContext, image: Image, size: int, coordinates: Sequence[Value], mode: Boundary
) -> Value | None:
    """The address of `size` bytes there; None where the boundary mode says that there are none."""
    pitch = image.pitch
    limits = (pitch, rows(ctx, image), image.extent.z)
    x = ctx.op(Op.SEXT, I64, coordinates[0], of=I32)
    others = [ctx.op(Op.SEXT, I64, value, of=I32) for value in coordinates[1:]]
    if image.settings.layered and len(others) == 1:
        others = [0, *others]
    inside = _inside(ctx, x, pitch)
    for index, limit in zip(others, limits[1:], strict=False):
        inside = ctx.op(Op.AND, BOOL, inside, _inside(ctx, index, limit))
    if mode is Boundary.Trap:
        where = "outside of the surface (cudaBoundaryModeTrap ends the kernel)"
        ctx.require(inside, "bounds", f"{ctx.name} {where}")
    elif mode is Boundary.Zero and not ctx.decide(inside):
        return None
    aligned = ctx.op(Op.EQ, BOOL, ctx.op(Op.UREM, I64, x, size), 0, of=I64)
    if mode is Boundary.Trap:  # what is outside is a violation already
        aligned = ctx.op(Op.OR, BOOL, aligned, ctx.op(Op.NOT, BOOL, inside))
    text = f"{ctx.name} at a byte that is not a multiple of the size of its value ({size}): x is in bytes"
    ctx.require(aligned, "api-misuse", text)
    if mode is Boundary.Clamp:
        last = ctx.op(Op.SUB, I64, pitch, size)
        x = clamp(ctx, x, ctx.op(Op.ADD, I64, last, 1))
        others = [clamp(ctx, index, limit) for index, limit in zip(others, limits[1:], strict=False)]
    offset = x
    for index, step in zip(others, (pitch, ctx.op(Op.MUL, I64, pitch, limits[1])), strict=False):
        offset = ctx.op(Op.ADD, I64, offset, ctx.op(Op.MUL, I64, index, step))
    return ctx.add(image.data, offset)


def _access(
    ctx: ModelContext, private: Value, format: Value, handle: Value, coordinates: Sequence[Value], mode: Value,
    layered: bool,
) -> None:  # fmt: skip
    """Read the surface into `private`, or write it there, as the name of the function says."""
    wanted = unpacked(ctx.concretize(format, I32))
    boundary = Boundary(ctx.concretize(mode, I32))
    if wanted.count == 0:
        ctx.unsupported(f"{ctx.name} with a value of this type")
    image = _surface(ctx, handle, len(coordinates) - layered, layered)
    if image is None:
        return
    at = _place(ctx, image, wanted.size, coordinates, boundary)
    _move(ctx, wanted, private, at, ctx.name.endswith("write"))


def _move(ctx: ModelContext, wanted: ChannelFormat, private: Value, at: Value | None, writes: bool) -> None:
    type_ = channel_type(wanted)
    zero: Value = 0.0 if wanted.kind is ChannelKind.Float else 0
    for number in range(wanted.count):
        offset = number * wanted.bits // 8
        own = ctx.add(private, offset)
        if at is not None and writes:
            ctx.store(ctx.add(at, offset), ctx.load(own, type_), type_)
        elif not writes:
            ctx.store(own, zero if at is None else ctx.load(ctx.add(at, offset), type_), type_)


_READ = "void *result, unsigned int format, cudaSurfaceObject_t surfObj, "
_WRITE = "const void *data, unsigned int format, cudaSurfaceObject_t surfObj, "
_MODE = "cudaSurfaceBoundaryMode boundaryMode"


@model(
    f"void surf1Dread({_READ}int x, {_MODE})",
    f"void surf1Dwrite({_WRITE}int x, {_MODE})",
    host=False,
)
def access_1d(ctx: ModelContext, private: Value, format: Value, handle: Value, x: Value, mode: Value) -> None:
    """A surface of one dimension."""
    _access(ctx, private, format, handle, (x,), mode, False)


@model(
    f"void surf2Dread({_READ}int x, int y, {_MODE})",
    f"void surf2Dwrite({_WRITE}int x, int y, {_MODE})",
    host=False,
)
def access_2d(ctx: ModelContext, private: Value, format: Value, handle: Value, x: Value, y: Value, mode: Value) -> None:
    """A surface of two dimensions."""
    _access(ctx, private, format, handle, (x, y), mode, False)


@model(
    f"void surf3Dread({_READ}int x, int y, int z, {_MODE})",
    f"void surf3Dwrite({_WRITE}int x, int y, int z, {_MODE})",
    host=False,
)
def access_3d(
    ctx: ModelContext, private: Value, format: Value, handle: Value, x: Value, y: Value, z: Value, mode: Value
) -> None:
    """A surface of three dimensions."""
    _access(ctx, private, format, handle, (x, y, z), mode, False)


@model(
    f"void surf1DLayeredread({_READ}int x, int layer, {_MODE})",
    f"void surf1DLayeredwrite({_WRITE}int x, int layer, {_MODE})",
    host=False,
)
def access_1d_layered(
    ctx: ModelContext, private: Value, format: Value, handle: Value, x: Value, layer: Value, mode: Value
) -> None:
    """A layer of one dimension."""
    _access(ctx, private, format, handle, (x, layer), mode, True)


@model(
    f"void surf2DLayeredread({_READ}int x, int y, int layer, {_MODE})",
    f"void surf2DLayeredwrite({_WRITE}int x, int y, int layer, {_MODE})",
    host=False,
)
def access_2d_layered(
    ctx: ModelContext, private: Value, format: Value, handle: Value, x: Value, y: Value, layer: Value, mode: Value
) -> None:
    """A layer of two dimensions."""
    _access(ctx, private, format, handle, (x, y, layer), mode, True)
