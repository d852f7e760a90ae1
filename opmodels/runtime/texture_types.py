"""Descriptors of textures and surfaces (CUDA Runtime API, structs cudaResourceDesc and cudaTextureDesc)."""

import re
from enum import IntEnum

from opmodels.registry import declare, enumeration
from opmodels.runtime.record import record


class Resource(IntEnum):
    """cudaResourceType."""

    Array = 0
    MipmappedArray = 1
    Linear = 2
    Pitch2D = 3


class AddressMode(IntEnum):
    """cudaTextureAddressMode: what a coordinate outside of the texture reads."""

    Wrap = 0
    Clamp = 1
    Mirror = 2
    Border = 3


class Filter(IntEnum):
    """cudaTextureFilterMode."""

    Point = 0
    Linear = 1


class Read(IntEnum):
    """cudaTextureReadMode."""

    ElementType = 0
    NormalizedFloat = 1


class Boundary(IntEnum):
    """cudaSurfaceBoundaryMode."""

    Zero = 0
    Clamp = 1
    Trap = 2


for _tag, _prefix, _members in (
    ("cudaResourceType", "cudaResourceType", Resource),
    ("cudaTextureAddressMode", "cudaAddressMode", AddressMode),
    ("cudaTextureFilterMode", "cudaFilterMode", Filter),
    ("cudaTextureReadMode", "cudaReadMode", Read),
    ("cudaSurfaceBoundaryMode", "cudaBoundaryMode", Boundary),
):
    enumeration(_tag, {f"{_prefix}{_member.name}": _member.value for _member in _members})

declare("typedef unsigned long long cudaTextureObject_t;", types=("cudaTextureObject_t",))
declare("typedef unsigned long long cudaSurfaceObject_t;", types=("cudaSurfaceObject_t",))
declare(
    "struct cudaResourceDesc { enum cudaResourceType resType; union { "
    "struct { cudaArray_t array; } array; "
    "struct { struct cudaMipmappedArray *mipmap; } mipmap; "
    "struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t sizeInBytes; } linear; "
    "struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t width; size_t height; size_t pitchInBytes; } "
    "pitch2D; } res; };",
    types=("cudaResourceDesc",),
)
RESOURCE_SIZE = 64
ARRAY, POINTER, CHANNELS, LINEAR_SIZE, WIDTH, HEIGHT, PITCH = 8, 8, 16, 40, 40, 48, 56
"""Offsets in a cudaResourceDesc, behind its type."""

TEXTURE = record(
    "cudaTextureDesc", "enum cudaTextureAddressMode addressMode[3]", "enum cudaTextureFilterMode filterMode",
    "enum cudaTextureReadMode readMode", "int sRGB", "float borderColor[4]", "int normalizedCoords",
    "unsigned int maxAnisotropy", "enum cudaTextureFilterMode mipmapFilterMode", "float mipmapLevelBias",
    "float minMipmapLevelClamp", "float maxMipmapLevelClamp", "int disableTrilinearOptimization",
    "int seamlessCubemap",
)  # fmt: skip
_VIEWED = ("UnsignedChar", "SignedChar", "UnsignedShort", "SignedShort", "UnsignedInt", "SignedInt", "Half", "Float")
_COMPRESSED = (
    "Unsigned1", "Unsigned2", "Unsigned3", "Unsigned4", "Signed4", "Unsigned5", "Signed5", "Unsigned6H", "Signed6H",
    "Unsigned7",
)  # fmt: skip
_VIEWS = (
    "None", *(f"{name}{count}" for name in _VIEWED for count in (1, 2, 4)),
    *(re.sub("(?=[0-9])", "BlockCompressed", name, count=1) for name in _COMPRESSED),
)  # fmt: skip
enumeration("cudaResourceViewFormat", [f"cudaResViewFormat{name}" for name in _VIEWS])
record(
    "cudaResourceViewDesc", "enum cudaResourceViewFormat format", "size_t width", "size_t height", "size_t depth",
    "unsigned int firstMipmapLevel", "unsigned int lastMipmapLevel", "unsigned int firstLayer",
    "unsigned int lastLayer",
)  # fmt: skip
