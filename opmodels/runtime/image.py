"""What a texture or surface object is: kept under the number of the object as state of the models, where kernels
read it without touching memory.

Numbers are given in the order of creation and never again, so that use after destruction is found.
"""

from dataclasses import dataclass
from functools import lru_cache

from cudabmc.modelapi import F32, I64, PTR, ModelContext, Value
from cudabmc.modelapi import NULL as NO_MEMORY
from opmodels.runtime.channel_format import Format, unpacked
from opmodels.runtime.extent import Triple
from opmodels.runtime.texture_types import Address, Filter, Read, Resource

TEXTURE, SURFACE = 1, 2
_NOUN = {TEXTURE: "texture", SURFACE: "surface"}
_COUNT = "cuda:images"
_DESTROYED = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """The part of a description that is always known."""

    what: int
    resource: Resource
    format: Format
    layered: bool = False
    address: tuple[Address, Address, Address] = (Address.Clamp,) * 3
    filter: Filter = Filter.Point
    read: Read = Read.ElementType
    normalized: bool = False
    has_border: bool = False

    def packed(self) -> int:
        """All of it as one number."""
        number = self.format.packed()
        for field, bits in (
            (self.what, 4), (self.resource, 2), (self.layered, 1), *((mode, 2) for mode in self.address),
            (self.filter, 1), (self.read, 1), (self.normalized, 1), (self.has_border, 1),
        ):  # fmt: skip
            number = number << bits | int(field)
        return number


@lru_cache(maxsize=64)
def _settings(number: int) -> Settings:
    fields = []
    for bits in (1, 1, 1, 1, 2, 2, 2, 1, 2, 4):
        fields.append(number & (1 << bits) - 1)
        number >>= bits
    border, normalized, read, filtered, z, y, x, layered, resource, what = fields
    modes = (Address(x), Address(y), Address(z))
    return Settings(
        what, Resource(resource), unpacked(number), bool(layered), modes, Filter(filtered), Read(read),
        bool(normalized), bool(border),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Image:
    """An object that can be fetched from: elements at `data`, rows `pitch` bytes apart. A dimension that the resource
    does not have is 0; the depth of a layered array is the number of its layers."""

    settings: Settings
    data: Value
    extent: Triple
    pitch: Value
    border: tuple[Value, Value, Value, Value]

    @property
    def dimensions(self) -> int:
        """1, 2 or 3, layers not counted."""
        if self.extent.z != 0 and not self.settings.layered:
            return 3
        return 1 if self.extent.y == 0 else 2


def remember(ctx: ModelContext, image: Image) -> int:
    """Give an image its number."""
    number = ctx.concretize(ctx.get(_COUNT, 0), I64) + 1
    ctx.put(_COUNT, number, I64)
    key = f"cuda:image:{number}"
    ctx.put(key, image.settings.packed(), I64)
    ctx.put(f"{key}:data", image.data, PTR)
    values = (image.extent.x, image.extent.y, image.extent.z, image.pitch)
    for name, value in zip(("x", "y", "z", "pitch"), values, strict=True):
        ctx.put(f"{key}:{name}", value, I64)
    for index, colour in enumerate(image.border):
        ctx.put(f"{key}:border:{index}", colour, F32)
    return number


def find(ctx: ModelContext, handle: Value, what: int) -> tuple[int, Image] | None:
    """The live image of a handle and its number; anything else is a violation, and None."""
    number = ctx.concretize(handle, I64)
    key = f"cuda:image:{number}"
    packed = ctx.concretize(ctx.get(key, 0), I64)
    noun = _NOUN[what]
    problem = ""
    if packed == 0:
        problem = f"a {noun} object that was never created"
    elif packed == _DESTROYED:
        problem = f"a {noun} object that was destroyed before"
    elif _settings(packed).what != what:
        problem = f"a {_NOUN[TEXTURE + SURFACE - what]} object, not a {noun} object"
    if problem:
        ctx.require(False, "api-misuse", f"{ctx.name} is given {problem}")
        return None
    x, y, z, pitch = (ctx.get(f"{key}:{name}", 0) for name in ("x", "y", "z", "pitch"))
    settings = _settings(packed)
    border: tuple[Value, Value, Value, Value] = (0.0, 0.0, 0.0, 0.0)
    if settings.has_border:
        a, b, c, d = (ctx.get(f"{key}:border:{index}", 0.0) for index in range(4))
        border = (a, b, c, d)
    return number, Image(settings, ctx.get(f"{key}:data", NO_MEMORY), Triple(x, y, z), pitch, border)


def forget(ctx: ModelContext, number: int) -> None:
    """The object is destroyed."""
    ctx.put(f"cuda:image:{number}", _DESTROYED, I64)
