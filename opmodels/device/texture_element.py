"""Elements of textures and surfaces in memory, and their channels as a kernel gets them (CUDA C++ Programming Guide,
"Texture Memory": the read modes)."""

from cudabmc.modelapi import BOOL, F16, F32, I8, I16, I32, I64, ModelContext, Op, Type, Value
from opmodels.device.texture_coordinate import TexelIndex
from opmodels.runtime.channel_format import ChannelFormat, ChannelKind
from opmodels.runtime.image import Image
from opmodels.runtime.texture_types import Read

_INTEGERS = {8: I8, 16: I16, 32: I32, 64: I64}


def channel_type(of: ChannelFormat) -> Type:
    """The machine type of a channel in memory."""
    if of.kind is ChannelKind.Float:
        return F16 if of.bits == 16 else F32
    return _INTEGERS[of.bits]


def place(ctx: ModelContext, image: Image, *indices: Value) -> Value:
    """The address of the element at (x), (x, y) or (x, y, z)."""
    offset: Value = ctx.op(Op.MUL, I64, indices[0], image.settings.format.size)
    if len(indices) > 1:
        offset = ctx.op(Op.ADD, I64, offset, ctx.op(Op.MUL, I64, indices[1], image.pitch))
    if len(indices) > 2:
        slice = ctx.op(Op.MUL, I64, image.pitch, rows(ctx, image))
        offset = ctx.op(Op.ADD, I64, offset, ctx.op(Op.MUL, I64, indices[2], slice))
    return ctx.add(image.data, offset)


def rows(ctx: ModelContext, image: Image) -> Value:
    """Rows of a slice or layer: one where the image has no height."""
    return ctx.op(Op.SELECT, I64, ctx.op(Op.EQ, BOOL, image.extent.y, 0, of=I64), 1, image.extent.y)


def returns_float(image: Image) -> bool:
    """Does a fetch give floats?"""
    return image.settings.format.kind is ChannelKind.Float or image.settings.read is Read.NormalizedFloat


def channel(ctx: ModelContext, image: Image, elements: tuple[TexelIndex, ...], number: int) -> Value:
    """One channel of the element there, or of the border: an F32, or an integer of the channel's width."""
    of = image.settings.format
    at = ctx.add(place(ctx, image, *(element.index for element in elements)), number * of.bits // 8)
    value = _read(ctx, image, ctx.load(at, channel_type(of)))
    inside: Value = True
    for element in elements:
        inside = ctx.op(Op.AND, BOOL, inside, element.inside)
    if inside is True:
        return value
    type_ = F32 if returns_float(image) else channel_type(of)
    return ctx.op(Op.SELECT, type_, inside, value, image.border[number] if type_ is F32 else 0)


def _read(ctx: ModelContext, image: Image, value: Value) -> Value:
    """What the read mode makes of a channel: normalised, integers are mapped to [0, 1] or [-1, 1]."""
    of = image.settings.format
    if of.kind is ChannelKind.Float:
        return value if of.bits == 32 else ctx.op(Op.FPCAST, F32, value, of=F16)
    if image.settings.read is Read.ElementType:
        return value
    signed = of.kind is ChannelKind.Signed
    number = ctx.op(Op.SITOFP if signed else Op.UITOFP, F32, value, of=channel_type(of))
    scale = float((1 << of.bits - signed) - 1)
    found = ctx.op(Op.FDIV, F32, number, scale)
    return ctx.op(Op.FMAX, F32, found, -1.0) if signed else found
