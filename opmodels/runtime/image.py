"""What a texture or surface object is: kept under the number of the object as state of the models, where kernels
read it without touching memory."""

from dataclasses import dataclass
from functools import lru_cache

from cudabmc.modelapi import F32, I64, NULL, PTR, ModelContext, Value
from opmodels.runtime.channel_format import ChannelFormat, unpacked
from opmodels.runtime.extent import Triple
from opmodels.runtime.handle import HandleKind
from opmodels.runtime.numbered_handle import Numbering
from opmodels.runtime.texture_types import AddressMode, Filter, Read, Resource

IMAGES = Numbering("cuda:image", I64)


@dataclass(frozen=True, slots=True)
class ImageSettings:
    """The part of a description that is always known. `dimensions` are 1, 2 or 3, layers not counted."""

    resource: Resource
    dimensions: int
    format: ChannelFormat
    layered: bool = False
    address: tuple[AddressMode, AddressMode, AddressMode] = (AddressMode.Clamp,) * 3
    filter: Filter = Filter.Point
    read: Read = Read.ElementType
    normalized: bool = False
    has_border: bool = False

    def packed(self) -> int:
        """All of it as one number."""
        number = self.format.packed()
        for field, bits in (
            (self.resource, 2), (self.dimensions, 2), (self.layered, 1), *((mode, 2) for mode in self.address),
            (self.filter, 1), (self.read, 1), (self.normalized, 1), (self.has_border, 1),
        ):  # fmt: skip
            number = number << bits | int(field)
        return number


@lru_cache(maxsize=64)
def _settings(number: int) -> ImageSettings:
    fields = []
    for bits in (1, 1, 1, 1, 2, 2, 2, 1, 2, 2):
        fields.append(number & (1 << bits) - 1)
        number >>= bits
    border, normalized, read, filtered, z, y, x, layered, dimensions, resource = fields
    modes = (AddressMode(x), AddressMode(y), AddressMode(z))
    return ImageSettings(
        Resource(resource), dimensions, unpacked(number), bool(layered), modes, Filter(filtered), Read(read),
        bool(normalized), bool(border),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Image:
    """An object that can be fetched from: elements at `data`, rows `pitch` bytes apart. A dimension that the resource
    does not have is 0; the depth of a layered array is the number of its layers."""

    settings: ImageSettings
    data: Value
    extent: Triple
    pitch: Value
    border: tuple[Value, Value, Value, Value]


def remember(ctx: ModelContext, image: Image, kind: HandleKind) -> int:
    """Give an image its number."""
    number = IMAGES.create(ctx, kind)
    IMAGES.put(ctx, number, "settings", image.settings.packed(), I64)
    IMAGES.put(ctx, number, "data", image.data, PTR)
    values = (image.extent.x, image.extent.y, image.extent.z, image.pitch)
    for name, value in zip(("x", "y", "z", "pitch"), values, strict=True):
        IMAGES.put(ctx, number, name, value, I64)
    for index, colour in enumerate(image.border):
        IMAGES.put(ctx, number, f"border:{index}", colour, F32)
    return number


def find(ctx: ModelContext, handle: Value, kind: HandleKind) -> Image:
    """The image of a handle, which must be alive and of this kind."""
    number = IMAGES.check(ctx, handle, kind)
    settings = _settings(ctx.concretize(IMAGES.get(ctx, number, "settings", 0), I64))
    x, y, z, pitch = (IMAGES.get(ctx, number, name, 0) for name in ("x", "y", "z", "pitch"))
    border: tuple[Value, Value, Value, Value] = (0.0, 0.0, 0.0, 0.0)
    if settings.has_border:
        a, b, c, d = (IMAGES.get(ctx, number, f"border:{index}", 0.0) for index in range(4))
        border = (a, b, c, d)
    return Image(settings, IMAGES.get(ctx, number, "data", NULL), Triple(x, y, z), pitch, border)
