"""cudaChannelFormatDesc: what an element of an array or texture is (CUDA Runtime API, "Texture Object Management").

An element has 1, 2 or 4 channels of one width. Formats of other widths, the compressed ones among them, are refused.
"""

from dataclasses import dataclass
from enum import IntEnum

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.registry import enumeration, model
from opmodels.runtime.record import record


class ChannelKind(IntEnum):
    """cudaChannelFormatKind."""

    Signed = 0
    Unsigned = 1
    Float = 2
    NONE = 3


_PACKED = (
    "NV12", *(f"{sign}Normalized{bits}X{n}" for sign in ("Unsigned", "Signed") for bits in (8, 16) for n in (1, 2, 4)),
    *(f"UnsignedBlockCompressed{number}{space}" for number in (1, 2, 3) for space in ("", "SRGB")),
    *(f"{sign}BlockCompressed{number}" for number in ("4", "5", "6H") for sign in ("Unsigned", "Signed")),
    "UnsignedBlockCompressed7", "UnsignedBlockCompressed7SRGB", "UnsignedNormalized1010102",
)  # fmt: skip
"""Kinds of which no channels are read here."""
_KINDS = (*(kind.name.capitalize() for kind in ChannelKind), *_PACKED)
enumeration("cudaChannelFormatKind", [f"cudaChannelFormatKind{name}" for name in _KINDS])
CHANNELS = record(
    "cudaChannelFormatDesc", "int x", "int y", "int z", "int w", "enum cudaChannelFormatKind f"
)  # fmt: skip
_WIDTHS = {ChannelKind.Signed: (8, 16, 32), ChannelKind.Unsigned: (8, 16, 32), ChannelKind.Float: (16, 32)}


@dataclass(frozen=True, slots=True)
class ChannelFormat:
    """`count` channels of `bits` bits each."""

    count: int
    bits: int
    kind: ChannelKind

    @property
    def size(self) -> int:
        """Bytes of an element."""
        return self.count * self.bits // 8

    def packed(self) -> int:
        """The format as one number."""
        return self.count << 16 | self.bits << 8 | self.kind


def unpacked(number: int) -> ChannelFormat:
    """The format of a number that `packed` made."""
    return ChannelFormat(number >> 16, number >> 8 & 255, ChannelKind(number & 255))


def read_format(ctx: ModelContext, pointer: Value) -> ChannelFormat | None:
    """The format that a cudaChannelFormatDesc describes; None if no array has such elements."""
    widths = [ctx.concretize(CHANNELS.get(ctx, pointer, name), I32) for name in "xyzw"]
    kind = ctx.concretize(CHANNELS.get(ctx, pointer, "f"), I32)
    count = sum(1 for width in widths if width)
    if kind not in _WIDTHS or widths[0] not in _WIDTHS[ChannelKind(kind)] or count == 3:
        return None
    return ChannelFormat(count, widths[0], ChannelKind(kind)) if widths[:count] == widths[:1] * count else None


def write_format(ctx: ModelContext, pointer: Value, of: ChannelFormat) -> None:
    """Fill the cudaChannelFormatDesc at `pointer`."""
    for index, name in enumerate("xyzw"):
        CHANNELS.put(ctx, pointer, name, of.bits if index < of.count else 0)
    CHANNELS.put(ctx, pointer, "f", of.kind.value)


@model("cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)", device=False)
def create_channel_desc(ctx: ModelContext, result: Value, *members: Value) -> None:
    """A description; whether an array can have such elements is checked where one is made."""
    for name, member in zip("xyzwf", members, strict=True):
        CHANNELS.put(ctx, result, name, member)
