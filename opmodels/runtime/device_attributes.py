"""cudaDeviceAttr and the value of each attribute (CUDA Runtime API, enum cudaDeviceAttr).

The values are those of cudaDeviceProp; an attribute that has no entry here is unknown to
cudaDeviceGetAttribute.
"""

from cudabmc.modelapi import Limits
from opmodels.registry import declare
from opmodels.runtime.device_properties import value_of

# enumerator: (number, member of cudaDeviceProp, index in it)
_ATTRIBUTES = {
    "cudaDevAttrMaxThreadsPerBlock": (1, "maxThreadsPerBlock", 0),
    "cudaDevAttrMaxBlockDimX": (2, "maxThreadsDim", 0),
    "cudaDevAttrMaxBlockDimY": (3, "maxThreadsDim", 1),
    "cudaDevAttrMaxBlockDimZ": (4, "maxThreadsDim", 2),
    "cudaDevAttrMaxGridDimX": (5, "maxGridSize", 0),
    "cudaDevAttrMaxGridDimY": (6, "maxGridSize", 1),
    "cudaDevAttrMaxGridDimZ": (7, "maxGridSize", 2),
    "cudaDevAttrMaxSharedMemoryPerBlock": (8, "sharedMemPerBlock", 0),
    "cudaDevAttrTotalConstantMemory": (9, "totalConstMem", 0),
    "cudaDevAttrWarpSize": (10, "warpSize", 0),
    "cudaDevAttrMaxPitch": (11, "memPitch", 0),
    "cudaDevAttrMaxRegistersPerBlock": (12, "regsPerBlock", 0),
    "cudaDevAttrClockRate": (13, "clockRate", 0),
    "cudaDevAttrTextureAlignment": (14, "textureAlignment", 0),
    "cudaDevAttrGpuOverlap": (15, "deviceOverlap", 0),
    "cudaDevAttrMultiProcessorCount": (16, "multiProcessorCount", 0),
    "cudaDevAttrKernelExecTimeout": (17, "kernelExecTimeoutEnabled", 0),
    "cudaDevAttrIntegrated": (18, "integrated", 0),
    "cudaDevAttrCanMapHostMemory": (19, "canMapHostMemory", 0),
    "cudaDevAttrComputeMode": (20, "computeMode", 0),
    "cudaDevAttrMaxTexture1DWidth": (21, "maxTexture1D", 0),
    "cudaDevAttrMaxTexture2DWidth": (22, "maxTexture2D", 0),
    "cudaDevAttrMaxTexture2DHeight": (23, "maxTexture2D", 1),
    "cudaDevAttrMaxTexture3DWidth": (24, "maxTexture3D", 0),
    "cudaDevAttrMaxTexture3DHeight": (25, "maxTexture3D", 1),
    "cudaDevAttrMaxTexture3DDepth": (26, "maxTexture3D", 2),
    "cudaDevAttrSurfaceAlignment": (30, "surfaceAlignment", 0),
    "cudaDevAttrConcurrentKernels": (31, "concurrentKernels", 0),
    "cudaDevAttrEccEnabled": (32, "ECCEnabled", 0),
    "cudaDevAttrPciBusId": (33, "pciBusID", 0),
    "cudaDevAttrPciDeviceId": (34, "pciDeviceID", 0),
    "cudaDevAttrTccDriver": (35, "tccDriver", 0),
    "cudaDevAttrMemoryClockRate": (36, "memoryClockRate", 0),
    "cudaDevAttrGlobalMemoryBusWidth": (37, "memoryBusWidth", 0),
    "cudaDevAttrL2CacheSize": (38, "l2CacheSize", 0),
    "cudaDevAttrMaxThreadsPerMultiProcessor": (39, "maxThreadsPerMultiProcessor", 0),
    "cudaDevAttrAsyncEngineCount": (40, "asyncEngineCount", 0),
    "cudaDevAttrUnifiedAddressing": (41, "unifiedAddressing", 0),
    "cudaDevAttrPciDomainId": (50, "pciDomainID", 0),
    "cudaDevAttrTexturePitchAlignment": (51, "texturePitchAlignment", 0),
    "cudaDevAttrComputeCapabilityMajor": (75, "major", 0),
    "cudaDevAttrComputeCapabilityMinor": (76, "minor", 0),
    "cudaDevAttrStreamPrioritiesSupported": (78, "streamPrioritiesSupported", 0),
    "cudaDevAttrGlobalL1CacheSupported": (79, "globalL1CacheSupported", 0),
    "cudaDevAttrLocalL1CacheSupported": (80, "localL1CacheSupported", 0),
    "cudaDevAttrMaxSharedMemoryPerMultiprocessor": (81, "sharedMemPerMultiprocessor", 0),
    "cudaDevAttrMaxRegistersPerMultiprocessor": (82, "regsPerMultiprocessor", 0),
    "cudaDevAttrManagedMemory": (83, "managedMemory", 0),
    "cudaDevAttrIsMultiGpuBoard": (84, "isMultiGpuBoard", 0),
    "cudaDevAttrMultiGpuBoardGroupID": (85, "multiGpuBoardGroupID", 0),
    "cudaDevAttrHostNativeAtomicSupported": (86, "hostNativeAtomicSupported", 0),
    "cudaDevAttrSingleToDoublePrecisionPerfRatio": (87, "singleToDoublePrecisionPerfRatio", 0),
    "cudaDevAttrPageableMemoryAccess": (88, "pageableMemoryAccess", 0),
    "cudaDevAttrConcurrentManagedAccess": (89, "concurrentManagedAccess", 0),
    "cudaDevAttrComputePreemptionSupported": (90, "computePreemptionSupported", 0),
    "cudaDevAttrCanUseHostPointerForRegisteredMem": (91, "canUseHostPointerForRegisteredMem", 0),
    "cudaDevAttrCooperativeLaunch": (95, "cooperativeLaunch", 0),
    "cudaDevAttrMaxSharedMemoryPerBlockOptin": (97, "sharedMemPerBlockOptin", 0),
    "cudaDevAttrHostRegisterSupported": (99, "hostRegisterSupported", 0),
    "cudaDevAttrPageableMemoryAccessUsesHostPageTables": (100, "pageableMemoryAccessUsesHostPageTables", 0),
    "cudaDevAttrDirectManagedMemAccessFromHost": (101, "directManagedMemAccessFromHost", 0),
    "cudaDevAttrMaxBlocksPerMultiprocessor": (106, "maxBlocksPerMultiProcessor", 0),
    "cudaDevAttrReservedSharedMemoryPerBlock": (111, "reservedSharedMemPerBlock", 0),
    "cudaDevAttrMemoryPoolsSupported": (115, "memoryPoolsSupported", 0),
    "cudaDevAttrMemoryPoolSupportedHandleTypes": (119, "memoryPoolSupportedHandleTypes", 0),
    "cudaDevAttrClusterLaunch": (120, "clusterLaunch", 0),
}


_MEMBERS = {number: (member, index) for number, member, index in _ATTRIBUTES.values()}


def attribute(limits: Limits, number: int) -> int | None:
    """The value of an attribute; None for one that is unknown."""
    found = _MEMBERS.get(number)
    return None if found is None else value_of(limits, *found)


_ENUMERATORS = ", ".join(f"{name} = {number}" for name, (number, _, _) in _ATTRIBUTES.items())
declare(
    f"enum cudaDeviceAttr {{ {_ENUMERATORS} }};",
    types=("cudaDeviceAttr",),
    names=tuple(_ATTRIBUTES),
)
