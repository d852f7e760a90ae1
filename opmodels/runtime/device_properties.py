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


class DeviceProperty(NamedTuple):
    """A number in cudaDeviceProp: member, value (one or several), C type."""

    member: str
    value: int | tuple[int, ...]
    ctype: str = "int"


PROPERTIES = (
    DeviceProperty("luidDeviceNodeMask", 1, "unsigned int"),
    DeviceProperty("totalGlobalMem", TOTAL_GLOBAL_MEMORY, "size_t"),
    DeviceProperty("sharedMemPerBlock", 49152, "size_t"),
    DeviceProperty("regsPerBlock", 65536),
    DeviceProperty("warpSize", 32),
    DeviceProperty("memPitch", 2**31 - 1, "size_t"),
    DeviceProperty("maxThreadsPerBlock", 1024),
    DeviceProperty("maxThreadsDim", (1024, 1024, 64)),
    DeviceProperty("maxGridSize", (2**31 - 1, 65535, 65535)),
    DeviceProperty("clockRate", 1410000),
    DeviceProperty("totalConstMem", 65536, "size_t"),
    DeviceProperty("major", 8),
    DeviceProperty("minor", 0),
    DeviceProperty("textureAlignment", 512, "size_t"),
    DeviceProperty("texturePitchAlignment", 32, "size_t"),
    DeviceProperty("deviceOverlap", 1),
    DeviceProperty("multiProcessorCount", 108),
    DeviceProperty("kernelExecTimeoutEnabled", 0),
    DeviceProperty("integrated", 0),
    DeviceProperty("canMapHostMemory", 1),
    DeviceProperty("computeMode", 0),
    DeviceProperty("maxTexture1D", 131072),
    DeviceProperty("maxTexture1DMipmap", 32768),
    DeviceProperty("maxTexture1DLinear", 1 << 28),
    DeviceProperty("maxTexture2D", (131072, 65536)),
    DeviceProperty("maxTexture2DMipmap", (32768, 32768)),
    DeviceProperty("maxTexture2DLinear", (131072, 65000, 2097120)),
    DeviceProperty("maxTexture2DGather", (32768, 32768)),
    DeviceProperty("maxTexture3D", (16384, 16384, 16384)),
    DeviceProperty("maxTexture3DAlt", (8192, 8192, 32768)),
    DeviceProperty("maxTextureCubemap", 32768),
    DeviceProperty("maxTexture1DLayered", (32768, 2048)),
    DeviceProperty("maxTexture2DLayered", (32768, 32768, 2048)),
    DeviceProperty("maxTextureCubemapLayered", (32768, 2046)),
    DeviceProperty("maxSurface1D", 32768),
    DeviceProperty("maxSurface2D", (131072, 65536)),
    DeviceProperty("maxSurface3D", (16384, 16384, 16384)),
    DeviceProperty("maxSurface1DLayered", (32768, 2048)),
    DeviceProperty("maxSurface2DLayered", (32768, 32768, 2048)),
    DeviceProperty("maxSurfaceCubemap", 32768),
    DeviceProperty("maxSurfaceCubemapLayered", (32768, 2046)),
    DeviceProperty("surfaceAlignment", 512, "size_t"),
    DeviceProperty("concurrentKernels", 1),
    DeviceProperty("ECCEnabled", 1),
    DeviceProperty("pciBusID", 0),
    DeviceProperty("pciDeviceID", 0),
    DeviceProperty("pciDomainID", 0),
    DeviceProperty("tccDriver", 0),
    DeviceProperty("asyncEngineCount", 3),
    DeviceProperty("unifiedAddressing", 1),
    DeviceProperty("memoryClockRate", 1215000),
    DeviceProperty("memoryBusWidth", 5120),
    DeviceProperty("l2CacheSize", 40 << 20),
    DeviceProperty("persistingL2CacheMaxSize", 0),
    DeviceProperty("maxThreadsPerMultiProcessor", 2048),
    DeviceProperty("streamPrioritiesSupported", 1),
    DeviceProperty("globalL1CacheSupported", 1),
    DeviceProperty("localL1CacheSupported", 1),
    DeviceProperty("sharedMemPerMultiprocessor", 167936, "size_t"),
    DeviceProperty("regsPerMultiprocessor", 65536),
    DeviceProperty("managedMemory", 1),
    DeviceProperty("isMultiGpuBoard", 0),
    DeviceProperty("multiGpuBoardGroupID", 0),
    DeviceProperty("hostNativeAtomicSupported", 0),
    DeviceProperty("singleToDoublePrecisionPerfRatio", 2),
    DeviceProperty("pageableMemoryAccess", 0),
    DeviceProperty("concurrentManagedAccess", 1),
    DeviceProperty("computePreemptionSupported", 1),
    DeviceProperty("canUseHostPointerForRegisteredMem", 1),
    DeviceProperty("cooperativeLaunch", 1),
    DeviceProperty("cooperativeMultiDeviceLaunch", 0),
    DeviceProperty("sharedMemPerBlockOptin", 166912, "size_t"),
    DeviceProperty("pageableMemoryAccessUsesHostPageTables", 0),
    DeviceProperty("directManagedMemAccessFromHost", 0),
    DeviceProperty("maxBlocksPerMultiProcessor", 32),
    DeviceProperty("accessPolicyMaxWindowSize", 0),
    DeviceProperty("reservedSharedMemPerBlock", 1024, "size_t"),
    DeviceProperty("hostRegisterSupported", 1),
    DeviceProperty("sparseCudaArraySupported", 0),
    DeviceProperty("memoryPoolsSupported", 1),
    DeviceProperty("memoryPoolSupportedHandleTypes", 1, "unsigned int"),
    DeviceProperty("clusterLaunch", 0),
    DeviceProperty("unifiedFunctionPointers", 0),
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


def _member(p: DeviceProperty) -> str:
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
