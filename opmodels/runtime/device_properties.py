"""The modelled device: cudaDeviceProp, cudaDeviceAttr and the values of both.

CUDA Runtime API, struct cudaDeviceProp and enum cudaDeviceAttr. What depends on the compute capability comes from
its limits (`of_limits`); all else is that of a device of compute capability 8.0.
Members that CUDA 13 removed (clockRate, computeMode, ...) are still here, for programs that use
them. Members about textures, surfaces and interoperation are 0 until those are modelled.
"""

from typing import NamedTuple

from cudabmc.modelapi import I8, I32, I64, Limits, ModelContext, Type, Value
from opmodels.registry import declare

TOTAL_GLOBAL_MEMORY = 16 << 30
DEVICE_COUNT = 1
NAME = "cudabmc"


class Property(NamedTuple):
    """A number in cudaDeviceProp: member, value (one or several), C type."""

    member: str
    value: int | tuple[int, ...]
    ctype: str = "int"


PROPERTIES = (
    Property("luidDeviceNodeMask", 1, "unsigned int"),
    Property("totalGlobalMem", TOTAL_GLOBAL_MEMORY, "size_t"),
    Property("sharedMemPerBlock", 49152, "size_t"),
    Property("regsPerBlock", 65536),
    Property("warpSize", 32),
    Property("memPitch", 2**31 - 1, "size_t"),
    Property("maxThreadsPerBlock", 1024),
    Property("maxThreadsDim", (1024, 1024, 64)),
    Property("maxGridSize", (2**31 - 1, 65535, 65535)),
    Property("clockRate", 1410000),
    Property("totalConstMem", 65536, "size_t"),
    Property("major", 8),
    Property("minor", 0),
    Property("textureAlignment", 512, "size_t"),
    Property("texturePitchAlignment", 32, "size_t"),
    Property("deviceOverlap", 1),
    Property("multiProcessorCount", 108),
    Property("kernelExecTimeoutEnabled", 0),
    Property("integrated", 0),
    Property("canMapHostMemory", 1),
    Property("computeMode", 0),
    Property("maxTexture1D", 131072),
    Property("maxTexture1DMipmap", 32768),
    Property("maxTexture1DLinear", 1 << 28),
    Property("maxTexture2D", (131072, 65536)),
    Property("maxTexture2DMipmap", (32768, 32768)),
    Property("maxTexture2DLinear", (131072, 65000, 2097120)),
    Property("maxTexture2DGather", (32768, 32768)),
    Property("maxTexture3D", (16384, 16384, 16384)),
    Property("maxTexture3DAlt", (8192, 8192, 32768)),
    Property("maxTextureCubemap", 32768),
    Property("maxTexture1DLayered", (32768, 2048)),
    Property("maxTexture2DLayered", (32768, 32768, 2048)),
    Property("maxTextureCubemapLayered", (32768, 2046)),
    Property("maxSurface1D", 32768),
    Property("maxSurface2D", (131072, 65536)),
    Property("maxSurface3D", (16384, 16384, 16384)),
    Property("maxSurface1DLayered", (32768, 2048)),
    Property("maxSurface2DLayered", (32768, 32768, 2048)),
    Property("maxSurfaceCubemap", 32768),
    Property("maxSurfaceCubemapLayered", (32768, 2046)),
    Property("surfaceAlignment", 512, "size_t"),
    Property("concurrentKernels", 1),
    Property("ECCEnabled", 1),
    Property("pciBusID", 0),
    Property("pciDeviceID", 0),
    Property("pciDomainID", 0),
    Property("tccDriver", 0),
    Property("asyncEngineCount", 3),
    Property("unifiedAddressing", 1),
    Property("memoryClockRate", 1215000),
    Property("memoryBusWidth", 5120),
    Property("l2CacheSize", 40 << 20),
    Property("persistingL2CacheMaxSize", 0),
    Property("maxThreadsPerMultiProcessor", 2048),
    Property("streamPrioritiesSupported", 1),
    Property("globalL1CacheSupported", 1),
    Property("localL1CacheSupported", 1),
    Property("sharedMemPerMultiprocessor", 167936, "size_t"),
    Property("regsPerMultiprocessor", 65536),
    Property("managedMemory", 1),
    Property("isMultiGpuBoard", 0),
    Property("multiGpuBoardGroupID", 0),
    Property("hostNativeAtomicSupported", 0),
    Property("singleToDoublePrecisionPerfRatio", 2),
    Property("pageableMemoryAccess", 0),
    Property("concurrentManagedAccess", 1),
    Property("computePreemptionSupported", 1),
    Property("canUseHostPointerForRegisteredMem", 1),
    Property("cooperativeLaunch", 1),
    Property("cooperativeMultiDeviceLaunch", 0),
    Property("sharedMemPerBlockOptin", 166912, "size_t"),
    Property("pageableMemoryAccessUsesHostPageTables", 0),
    Property("directManagedMemAccessFromHost", 0),
    Property("maxBlocksPerMultiProcessor", 32),
    Property("accessPolicyMaxWindowSize", 0),
    Property("reservedSharedMemPerBlock", 1024, "size_t"),
    Property("hostRegisterSupported", 1),
    Property("sparseCudaArraySupported", 0),
    Property("memoryPoolsSupported", 1),
    Property("memoryPoolSupportedHandleTypes", 1, "unsigned int"),
    Property("clusterLaunch", 0),
    Property("unifiedFunctionPointers", 0),
)

VALUE = {p.member: p.value for p in PROPERTIES}


def of_limits(limits: Limits) -> dict[str, int]:
    """The members that follow from the compute capability."""
    return {
        "major": limits.major,
        "minor": limits.minor,
        "multiProcessorCount": limits.multiprocessors,
        "maxThreadsPerMultiProcessor": limits.resident_threads,
        "maxBlocksPerMultiProcessor": limits.resident_blocks,
        "sharedMemPerBlock": limits.shared,
        "sharedMemPerBlockOptin": limits.shared_opt_in,
        "sharedMemPerMultiprocessor": limits.shared_of_multiprocessor,
        "reservedSharedMemPerBlock": limits.reserved_shared,
        "regsPerBlock": limits.registers_of_block,
        "cooperativeLaunch": int(limits.major >= 6),
        "concurrentManagedAccess": int(limits.major >= 6),
        "computePreemptionSupported": int(limits.major >= 6),
        "clusterLaunch": int(limits.major >= 9),
    }


def value_of(limits: Limits, member: str, index: int = 0) -> int:
    """One number in the cudaDeviceProp of the device."""
    value = of_limits(limits).get(member, VALUE[member])
    return value[index] if isinstance(value, tuple) else value


class Slot(NamedTuple):
    """One number at its place in cudaDeviceProp."""

    offset: int
    type: Type
    member: str
    element: int


def _lay_out() -> tuple[int, tuple[Slot, ...]]:
    """Size of the struct and the place of each number; the members before them are
    `char name[256]; cudaUUID_t uuid; char luid[8];`."""
    offset, slots = 256 + 16 + 8, []
    for p in PROPERTIES:
        type_ = I64 if p.ctype == "size_t" else I32
        offset = -(-offset // type_.size) * type_.size
        for index in range(len(p.value) if isinstance(p.value, tuple) else 1):
            slots.append(Slot(offset, type_, p.member, index))
            offset += type_.size
    return -(-offset // 8) * 8, tuple(slots)


SIZE, SLOTS = _lay_out()


def _member(p: Property) -> str:
    return f"{p.ctype} {p.member}[{len(p.value)}];" if isinstance(p.value, tuple) else f"{p.ctype} {p.member};"


_MEMBERS = " ".join(map(_member, PROPERTIES))
declare("typedef struct CUuuid_st { char bytes[16]; } cudaUUID_t;", types=("cudaUUID_t", "CUuuid_st"))
declare(
    f"struct cudaDeviceProp {{ char name[256]; cudaUUID_t uuid; char luid[8]; {_MEMBERS} }};",
    types=("cudaDeviceProp",),
)


def write_properties(ctx: ModelContext, prop: Value) -> None:
    """Fill the cudaDeviceProp at `prop`."""
    ctx.fill(prop, 0, SIZE)
    for offset, char in enumerate(NAME):
        ctx.store(ctx.add(prop, offset), ord(char), I8)
    for slot in SLOTS:
        value = value_of(ctx.limits, slot.member, slot.element)
        if value:
            ctx.store(ctx.add(prop, slot.offset), value, slot.type)
