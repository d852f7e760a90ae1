"""Texture and surface objects (CUDA Runtime API, "Texture Object Management", "Surface Object Management").

Mipmapped arrays, views of resources, sRGB and cubemaps are refused.
"""

from cudabmc.modelapi import BOOL, F32, I32, I64, PTR, ModelContext, Op, Space, Value
from opmodels.runtime import texture_types as layout
from opmodels.runtime.api import api
from opmodels.runtime.array import LAYERED, SURFACE, check_array
from opmodels.runtime.channel_format import ChannelKind, read_format
from opmodels.runtime.device_properties import value_of
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.extent import Triple
from opmodels.runtime.handle import HandleKind, is_null
from opmodels.runtime.handle_kinds import SURFACE_OBJECT, TEXTURE_OBJECT
from opmodels.runtime.image import IMAGES, Image, ImageSettings, remember
from opmodels.runtime.texture_types import TEXTURE, AddressMode, Filter, Read, Resource

_DEVICE = (Space.DEVICE_GLOBAL, Space.MANAGED, Space.PINNED)
_NO_BORDER: tuple[Value, Value, Value, Value] = (0.0, 0.0, 0.0, 0.0)


def _member(ctx: ModelContext, description: Value, offset: int) -> Value:
    return ctx.load(ctx.add(description, offset), I64)


def _multiple(ctx: ModelContext, value: Value, of: int) -> bool:
    rest = ctx.op(Op.UREM, I64, value, of)
    return ctx.decide(ctx.op(Op.EQ, BOOL, rest, 0, of=I64))


def _at_most(ctx: ModelContext, value: Value, most: Value) -> bool:
    return ctx.decide(ctx.op(Op.ULE, BOOL, value, most, of=I64))


def _linear(ctx: ModelContext, description: Value, resource: Resource) -> Image | str:
    """The image in linear or pitched memory, or the error that it gives: the alignments are those of cudaDeviceProp,
    and an allocation is aligned to all of them."""
    data = ctx.load(ctx.add(description, layout.POINTER), PTR)
    of = read_format(ctx, ctx.add(description, layout.CHANNELS))
    if of is None:
        return "cudaErrorInvalidChannelDescriptor"
    alignment = value_of(ctx.limits, "textureAlignment")
    if ctx.space(data) not in _DEVICE or not _multiple(ctx, ctx.object_offset(data), alignment):
        return "cudaErrorInvalidValue"
    if resource is Resource.Linear:
        size = _member(ctx, description, layout.LINEAR_SIZE)
        width = ctx.op(Op.UDIV, I64, size, of.size)
        if not _at_most(ctx, width, value_of(ctx.limits, "maxTexture1DLinear")):
            return "cudaErrorInvalidValue"
        return Image(ImageSettings(resource, 1, of), data, Triple(width, 0, 0), size, _NO_BORDER)
    width, height, pitch = (_member(ctx, description, at) for at in (layout.WIDTH, layout.HEIGHT, layout.PITCH))
    fits = _at_most(ctx, ctx.op(Op.MUL, I64, width, of.size), pitch)
    if not fits or not _multiple(ctx, pitch, value_of(ctx.limits, "texturePitchAlignment")):
        return "cudaErrorInvalidValue"
    extent = Triple(width, height, 0)
    return Image(ImageSettings(resource, _dimensions(extent), of), data, extent, pitch, _NO_BORDER)


def _of_array(ctx: ModelContext, description: Value, kind: HandleKind) -> Image | str:
    array = check_array(ctx, ctx.load(ctx.add(description, layout.ARRAY), PTR))
    if kind is SURFACE_OBJECT and not array.flags & SURFACE:
        return "cudaErrorInvalidValue"
    layered = bool(array.flags & LAYERED)
    settings = ImageSettings(Resource.Array, _dimensions(array.extent, layered), array.format, layered)
    return Image(settings, array.data, array.extent, array.pitch(ctx), _NO_BORDER)


def _dimensions(extent: Triple, layered: bool = False) -> int:
    if extent.z != 0 and not layered:
        return 3
    return 1 if extent.y == 0 else 2


def _described(ctx: ModelContext, description: Value, kind: HandleKind) -> Image | str:
    """The image of a cudaResourceDesc, or the error that it gives."""
    number = ctx.concretize(ctx.load(description, I32), I32)
    if number not in tuple(Resource) or (kind is SURFACE_OBJECT and number != Resource.Array):
        return "cudaErrorInvalidValue"
    resource = Resource(number)
    if resource is Resource.MipmappedArray:
        ctx.unsupported("textures of mipmapped arrays")
    if resource is Resource.Array:
        return _of_array(ctx, description, kind)
    return _linear(ctx, description, resource)


def _sampled(ctx: ModelContext, found: Image, texture: Value) -> Image | str:
    """The image with the settings of a cudaTextureDesc, or the error that they give."""

    def number(member: str, index: int = 0) -> int:
        place = ctx.add(TEXTURE.at(ctx, texture, member), 4 * index)
        return ctx.concretize(ctx.load(place, I32), I32)

    modes = [number("addressMode", index) for index in range(3)]
    filtered, read, normalized = number("filterMode"), number("readMode"), number("normalizedCoords") != 0
    if number("sRGB"):
        ctx.unsupported("textures with sRGB conversion")
    if max(modes) > AddressMode.Border or filtered > Filter.Linear or read > Read.NormalizedFloat:
        return "cudaErrorInvalidValue"
    of = found.settings.format
    if read == Read.NormalizedFloat and (of.kind is ChannelKind.Float or of.bits == 32):
        return "cudaErrorInvalidNormSetting"
    by_index = found.settings.resource is Resource.Linear
    if filtered == Filter.Linear and of.kind is not ChannelKind.Float and read == Read.ElementType and not by_index:
        return "cudaErrorInvalidFilterSetting"
    border = [ctx.load(ctx.add(TEXTURE.at(ctx, texture, "borderColor"), 4 * index), F32) for index in range(4)]
    has_border = any(colour != 0.0 for colour in border)
    settings = ImageSettings(
        found.settings.resource, found.settings.dimensions, of, found.settings.layered, _modes(modes, normalized),
        Filter(filtered), Read(read), normalized, has_border,
    )  # fmt: skip
    return Image(settings, found.data, found.extent, found.pitch, (border[0], border[1], border[2], border[3]))


def _modes(modes: list[int], normalized: bool) -> tuple[AddressMode, AddressMode, AddressMode]:
    """Wrap and mirror exist for normalised coordinates alone and are clamp for others (programming guide,
    "Texture Memory")."""
    x, y, z = (
        AddressMode(mode) if normalized or mode not in (AddressMode.Wrap, AddressMode.Mirror) else AddressMode.Clamp
        for mode in modes
    )
    return x, y, z


def _keep(ctx: ModelContext, number: int, what: str, description: Value, size: int) -> None:
    """Keep a copy of a descriptor for the functions that give it back."""
    kept = ctx.allocate(size, Space.HOST_GLOBAL, f"{what} of a texture object")
    ctx.copy(kept, description, size)
    IMAGES.put(ctx, number, what, kept, PTR)


@api(
    "cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject, const cudaResourceDesc *pResDesc, "
    "const cudaTextureDesc *pTexDesc, const cudaResourceViewDesc *pResViewDesc)"
)
def create_texture_object(ctx: ModelContext, target: Value, resource: Value, texture: Value, view: Value) -> Value:
    """A texture over an array, linear memory or pitched memory. Linear filtering needs a texture that reads floats,
    and normalised reads elements of 8 or 16 bit integers."""
    if not is_null(ctx, view):
        ctx.unsupported("views of texture resources (cudaResourceViewDesc)")
    found = _described(ctx, resource, TEXTURE_OBJECT)
    sampled = found if isinstance(found, str) else _sampled(ctx, found, texture)
    if isinstance(sampled, str):
        return fail(ctx, sampled)
    number = remember(ctx, sampled, TEXTURE_OBJECT)
    _keep(ctx, number, "resource", resource, layout.RESOURCE_SIZE)
    _keep(ctx, number, "texture", texture, TEXTURE.size)
    ctx.store(target, number, I64)
    return succeed(ctx)


@api("cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject, const cudaResourceDesc *pResDesc)")
def create_surface_object(ctx: ModelContext, target: Value, resource: Value) -> Value:
    """A surface over an array that was made with cudaArraySurfaceLoadStore."""
    found = _described(ctx, resource, SURFACE_OBJECT)
    if isinstance(found, str):
        return fail(ctx, found)
    number = remember(ctx, found, SURFACE_OBJECT)
    _keep(ctx, number, "resource", resource, layout.RESOURCE_SIZE)
    ctx.store(target, number, I64)
    return succeed(ctx)


def _destroy(ctx: ModelContext, handle: Value, kind: HandleKind) -> Value:
    if ctx.decide(ctx.op(Op.EQ, BOOL, handle, 0, of=I64)):
        return succeed(ctx)
    IMAGES.destroy(ctx, IMAGES.check(ctx, handle, kind))
    return succeed(ctx)


@api("cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject)")
def destroy_texture_object(ctx: ModelContext, handle: Value) -> Value:
    """Ends a texture object; what it reads stays. 0 does nothing."""
    return _destroy(ctx, handle, TEXTURE_OBJECT)


@api("cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject)")
def destroy_surface_object(ctx: ModelContext, handle: Value) -> Value:
    """Ends a surface object; what it reads stays. 0 does nothing."""
    return _destroy(ctx, handle, SURFACE_OBJECT)


def _give_back(ctx: ModelContext, target: Value, handle: Value, kind: HandleKind, part: str, size: int) -> Value:
    number = IMAGES.check(ctx, handle, kind)
    ctx.copy(target, IMAGES.get(ctx, number, part, target), size)
    return succeed(ctx)


@api("cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *pResDesc, cudaTextureObject_t texObject)")
def get_texture_resource(ctx: ModelContext, target: Value, handle: Value) -> Value:
    """The resource that a texture was made of."""
    return _give_back(ctx, target, handle, TEXTURE_OBJECT, "resource", layout.RESOURCE_SIZE)


@api("cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject)")
def get_texture_description(ctx: ModelContext, target: Value, handle: Value) -> Value:
    """The settings that a texture was made with."""
    return _give_back(ctx, target, handle, TEXTURE_OBJECT, "texture", TEXTURE.size)


@api("cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *pResDesc, cudaSurfaceObject_t surfObject)")
def get_surface_resource(ctx: ModelContext, target: Value, handle: Value) -> Value:
    """The resource that a surface was made of."""
    return _give_back(ctx, target, handle, SURFACE_OBJECT, "resource", layout.RESOURCE_SIZE)
