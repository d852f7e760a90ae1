"""Texture functions of texture objects (CUDA C++ Programming Guide, "Texture Object API", "Texture Fetching").

The header `texture_functions.h` makes `tex2D<float>(object, x, y)` a call that stores into a result of a given
format. A fetch is a read of the memory behind the texture, so it takes part in races; that the cache of textures
may not show what the same kernel wrote is not modelled. Levels of detail and gradients choose among mipmaps, which
no texture here has.
"""

from collections.abc import Sequence
from itertools import product

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, ModelContext, Op, Value
from opmodels.device.texture_coordinate import Between, TexelIndex, between, clamp, nearest, rounds_as_known
from opmodels.device.texture_element import channel, channel_type, returns_float
from opmodels.libc.expression import both
from opmodels.registry import model
from opmodels.runtime.channel_format import ChannelFormat, ChannelKind, unpacked
from opmodels.runtime.handle_kinds import TEXTURE_OBJECT
from opmodels.runtime.image import Image, find
from opmodels.runtime.texture_types import Filter, Resource

_EXACT = "texture coordinates and weights of linear filtering are exact up to the rounding of weights to 8 bits"


def _image(ctx: ModelContext, handle: Value, wanted: ChannelFormat, dimensions: int, layered: bool) -> Image | None:
    """The texture, if it is one that the function can fetch from."""
    image = find(ctx, handle, TEXTURE_OBJECT)
    linear, by_index = image.settings.resource is Resource.Linear, ctx.name == "tex1Dfetch"
    problem = ""
    if linear and not by_index:
        problem = "linear memory, which only tex1Dfetch reads"
    elif by_index and not linear:
        problem = "an array or pitched memory, and tex1Dfetch reads linear memory"
    elif layered != image.settings.layered or dimensions != image.settings.dimensions:
        kind = "layers of " if image.settings.layered else ""
        problem = f"{kind}{image.settings.dimensions} dimension{'s' if image.settings.dimensions > 1 else ''}"
    if problem:
        ctx.require(False, "api-misuse", f"{ctx.name} is given a texture of {problem}")
        return None
    if wanted.count == 0:
        ctx.unsupported(f"{ctx.name} with a result of this type")
    wants_float = wanted.kind is ChannelKind.Float
    if wants_float != returns_float(image):
        what = ("integers", "floats")
        text = f"{ctx.name} fetches {what[wants_float]} from a texture of {what[returns_float(image)]}"
        ctx.require(False, "api-misuse", text)
        return None
    return image


def _deliver(ctx: ModelContext, result: Value, wanted: ChannelFormat, image: Image, channels: Sequence[Value]) -> None:
    """Store the channels that the result has; what the texture does not have is arbitrary."""
    to = channel_type(wanted)
    for number in range(wanted.count):
        if number < len(channels):
            value = _converted(ctx, image.settings.format, wanted, channels[number])
        else:
            value = ctx.nondet(to, f"{ctx.name}: channel {number} of a texture that has {len(channels)}")
        ctx.store(ctx.add(result, number * wanted.bits // 8), value, to)


def _converted(ctx: ModelContext, of: ChannelFormat, wanted: ChannelFormat, value: Value) -> Value:
    source, to = channel_type(of), channel_type(wanted)
    if wanted.kind is ChannelKind.Float or source == to:
        return value
    widening = Op.SEXT if of.kind is ChannelKind.Signed else Op.ZEXT
    return ctx.op(widening if to.size > source.size else Op.TRUNC, to, value, of=source)


@model("void tex1Dfetch(void *result, unsigned int format, cudaTextureObject_t texObj, int x)", host=False, apart=True)
def fetch_linear(ctx: ModelContext, result: Value, format: Value, handle: Value, x: Value) -> None:
    """Element x of linear memory; outside of the texture it is 0."""
    wanted = unpacked(ctx.concretize(format, I32))
    image = _image(ctx, handle, wanted, 1, False)
    if image is None:
        return
    index = ctx.op(Op.SEXT, I64, x, of=I32)
    inside = ctx.op(Op.ULT, BOOL, index, image.extent.x, of=I64)
    if not ctx.decide(inside):
        zero: Value = 0.0 if returns_float(image) else 0
        _deliver(ctx, result, wanted, image, [zero] * image.settings.format.count)
        return
    count = min(wanted.count, image.settings.format.count)
    _deliver(ctx, result, wanted, image, [channel(ctx, image, (TexelIndex(index),), n) for n in range(count)])


def _fetch(
    ctx: ModelContext, result: Value, format: Value, handle: Value, coordinates: Sequence[Value], layer: Value | None
) -> None:
    wanted = unpacked(ctx.concretize(format, I32))
    image = _image(ctx, handle, wanted, len(coordinates), layer is not None)
    if image is None:
        return
    ctx.note(_EXACT)
    count = min(wanted.count, image.settings.format.count)
    sizes = (image.extent.x, image.extent.y, image.extent.z)
    how = [
        (coordinate, size, mode, image.settings.normalized)
        for coordinate, size, mode in zip(coordinates, sizes, image.settings.address, strict=False)
    ]
    behind = () if layer is None else _layer(ctx, image, layer)
    if image.settings.filter is Filter.Point:
        elements = _at_layer(tuple(nearest(ctx, *each) for each in how), behind)
        _deliver(ctx, result, wanted, image, [channel(ctx, image, elements, n) for n in range(count)])
        return
    sides = [between(ctx, *each) for each in how]
    _deliver(ctx, result, wanted, image, [_filtered(ctx, image, sides, behind, n) for n in range(count)])


def _layer(ctx: ModelContext, image: Image, layer: Value) -> tuple[TexelIndex, ...]:
    """The layer, clamped to those that there are."""
    return (TexelIndex(clamp(ctx, ctx.op(Op.SEXT, I64, layer, of=I32), image.extent.z)),)


def _at_layer(elements: tuple[TexelIndex, ...], behind: tuple[TexelIndex, ...]) -> tuple[TexelIndex, ...]:
    """The coordinates of an element in memory: of one dimension in layers, the row is 0."""
    return elements + (TexelIndex(0),) * (2 - len(elements)) + behind if behind else elements


# ---------------------------------------------------------------- linear filtering


_ROUNDING = (0.0, 0.5 / 256, 1.5 / 256, 3.0 / 256)
"""How far the weights can move a value in each number of dimensions, in parts of the difference between the largest and
the smallest element. One weight is rounded to 8 bits; of more, their products are as well. Of
2,400 fetches of an H200, the worst were off by 0.50, 1.34 and 1.36 of 256 parts."""


def _filtered(
    ctx: ModelContext, image: Image, sides: Sequence[Between], behind: tuple[TexelIndex, ...], number: int
) -> Value:
    """The weighted sum of the elements around (2 in one dimension, 4 in two, 8 in three).

    Where 8 bits hold the weights the sum is that of the guide. Elsewhere the rounding of the weights is not
    documented: it is to the nearest in a run that is known, or else the value is any that is near the sum, and between
    the elements.
    """
    corners = [
        channel(ctx, image, _at_layer(tuple(elements), behind), number)
        for elements in product(*((side.first, side.second) for side in sides))
    ]
    wide = [ctx.op(Op.FPCAST, F64, corner, of=F32) for corner in corners]
    total = _sum(ctx, wide, [side.weight for side in sides])
    if ctx.is_const(total) and rounds_as_known(ctx):
        return ctx.op(Op.FPCAST, F32, _sum(ctx, wide, [_rounded(ctx, side.weight) for side in sides]), of=F64)
    if _is_known(ctx, sides):
        return ctx.op(Op.FPCAST, F32, total, of=F64)
    least, most = wide[0], wide[0]
    for other in wide[1:]:
        least, most = ctx.op(Op.FMIN, F64, least, other), ctx.op(Op.FMAX, F64, most, other)
    reach = ctx.op(Op.FMUL, F64, ctx.op(Op.FSUB, F64, most, least), _ROUNDING[len(sides)])
    low = ctx.op(Op.FPCAST, F32, ctx.op(Op.FMAX, F64, ctx.op(Op.FSUB, F64, total, reach), least), of=F64)
    high = ctx.op(Op.FPCAST, F32, ctx.op(Op.FMIN, F64, ctx.op(Op.FADD, F64, total, reach), most), of=F64)
    same = ctx.op(Op.FEQ, BOOL, low, high, of=F32)
    if ctx.is_const(same) and ctx.decide(same):
        return low
    value = ctx.nondet(F32, f"{ctx.name}: filtered value")
    no_number = ctx.op(Op.FISNAN, BOOL, total, of=F64)
    for below, above in ((low, value), (value, high)):
        ctx.constrain(ctx.op(Op.OR, BOOL, ctx.op(Op.FLE, BOOL, below, above, of=F32), no_number))
    return value


def _rounded(ctx: ModelContext, weight: Value) -> Value:
    """A weight as 8 bits hold the nearest one."""
    parts = ctx.op(Op.FADD, F64, ctx.op(Op.FMUL, F64, weight, 256.0), 0.5)
    return ctx.op(Op.FMUL, F64, ctx.op(Op.FFLOOR, F64, parts), 1 / 256)


def _is_known(ctx: ModelContext, sides: Sequence[Between]) -> bool:
    """Do 8 bits hold the weight of each element? It is the product of one for each dimension."""
    weights: list[Value] = [256.0]
    for side in sides:
        rest = ctx.op(Op.FSUB, F64, 1.0, side.weight)
        weights = [ctx.op(Op.FMUL, F64, before, own) for before in weights for own in (side.weight, rest)]
    whole = [ctx.op(Op.FEQ, BOOL, weight, ctx.op(Op.FFLOOR, F64, weight), of=F64) for weight in weights]
    exact = both(ctx, *whole)
    return ctx.is_const(exact) and ctx.decide(exact)


def _sum(ctx: ModelContext, corners: Sequence[Value], weights: Sequence[Value]) -> Value:
    """(1 - a) * first + a * second in each dimension, the first dimension outermost in `corners`."""
    if not weights:
        return corners[0]
    half = len(corners) // 2
    first, second = _sum(ctx, corners[:half], weights[1:]), _sum(ctx, corners[half:], weights[1:])
    weight = weights[0]
    rest = ctx.op(Op.FSUB, F64, 1.0, weight)
    mixed = ctx.op(Op.FADD, F64, ctx.op(Op.FMUL, F64, rest, first), ctx.op(Op.FMUL, F64, weight, second))
    mixed = ctx.op(Op.SELECT, F64, ctx.op(Op.FEQ, BOOL, rest, 0.0, of=F64), second, mixed)
    return ctx.op(Op.SELECT, F64, ctx.op(Op.FEQ, BOOL, weight, 0.0, of=F64), first, mixed)


# ---------------------------------------------------------------- the functions

_FRONT = "void *result, unsigned int format, cudaTextureObject_t texObj, "


@model(f"void tex1D({_FRONT}float x)", host=False, apart=True)
@model(f"void tex1DLod({_FRONT}float x, float level)", host=False, apart=True)
def fetch_1d(ctx: ModelContext, result: Value, format: Value, handle: Value, x: Value, level: Value = 0.0) -> None:
    """A texture of one dimension."""
    _fetch(ctx, result, format, handle, (x,), None)


@model(f"void tex2D({_FRONT}float x, float y)", host=False, apart=True)
@model(f"void tex2DLod({_FRONT}float x, float y, float level)", host=False, apart=True)
def fetch_2d(
    ctx: ModelContext, result: Value, format: Value, handle: Value, x: Value, y: Value, level: Value = 0.0
) -> None:
    """A texture of two dimensions."""
    _fetch(ctx, result, format, handle, (x, y), None)


@model(f"void tex3D({_FRONT}float x, float y, float z)", host=False, apart=True)
@model(f"void tex3DLod({_FRONT}float x, float y, float z, float level)", host=False, apart=True)
def fetch_3d(
    ctx: ModelContext, result: Value, format: Value, handle: Value, x: Value, y: Value, z: Value, level: Value = 0.0
) -> None:
    """A texture of three dimensions."""
    _fetch(ctx, result, format, handle, (x, y, z), None)


@model(f"void tex1DLayered({_FRONT}float x, int layer)", host=False, apart=True)
def fetch_1d_layered(ctx: ModelContext, result: Value, format: Value, handle: Value, x: Value, layer: Value) -> None:
    """A layer of one dimension; the number of the layer is clamped."""
    _fetch(ctx, result, format, handle, (x,), layer)


@model(f"void tex2DLayered({_FRONT}float x, float y, int layer)", host=False, apart=True)
def fetch_2d_layered(
    ctx: ModelContext, result: Value, format: Value, handle: Value, x: Value, y: Value, layer: Value
) -> None:
    """A layer of two dimensions; the number of the layer is clamped."""
    _fetch(ctx, result, format, handle, (x, y), layer)
