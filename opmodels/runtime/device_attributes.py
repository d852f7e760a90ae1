"""cudaDeviceAttr and the value of each attribute (CUDA Runtime API, enum cudaDeviceAttr).

The values are those of cudaDeviceProp; an attribute that has no entry here is unknown to
cudaDeviceGetAttribute.
"""

from cudabmc.modelapi import Limits
from opmodels.registry import enumeration
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
    "cudaDevAttrMaxTexture2DLayeredWidth": (27, "maxTexture2DLayered", 0),
    "cudaDevAttrMaxTexture2DLayeredHeight": (28, "maxTexture2DLayered", 1),
    "cudaDevAttrMaxTexture2DLayeredLayers": (29, "maxTexture2DLayered", 2),
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
    "cudaDevAttrMaxTexture1DLayeredWidth": (42, "maxTexture1DLayered", 0),
    "cudaDevAttrMaxTexture1DLayeredLayers": (43, "maxTexture1DLayered", 1),
    "cudaDevAttrMaxTexture2DGatherWidth": (45, "maxTexture2DGather", 0),
    "cudaDevAttrMaxTexture2DGatherHeight": (46, "maxTexture2DGather", 1),
    "cudaDevAttrMaxTexture3DWidthAlt": (47, "maxTexture3DAlt", 0),
    "cudaDevAttrMaxTexture3DHeightAlt": (48, "maxTexture3DAlt", 1),
    "cudaDevAttrMaxTexture3DDepthAlt": (49, "maxTexture3DAlt", 2),
    "cudaDevAttrPciDomainId": (50, "pciDomainID", 0),
    "cudaDevAttrTexturePitchAlignment": (51, "texturePitchAlignment", 0),
    "cudaDevAttrMaxTextureCubemapWidth": (52, "maxTextureCubemap", 0),
    "cudaDevAttrMaxTextureCubemapLayeredWidth": (53, "maxTextureCubemapLayered", 0),
    "cudaDevAttrMaxTextureCubemapLayeredLayers": (54, "maxTextureCubemapLayered", 1),
    "cudaDevAttrMaxSurface1DWidth": (55, "maxSurface1D", 0),
    "cudaDevAttrMaxSurface2DWidth": (56, "maxSurface2D", 0),
    "cudaDevAttrMaxSurface2DHeight": (57, "maxSurface2D", 1),
    "cudaDevAttrMaxSurface3DWidth": (58, "maxSurface3D", 0),
    "cudaDevAttrMaxSurface3DHeight": (59, "maxSurface3D", 1),
    "cudaDevAttrMaxSurface3DDepth": (60, "maxSurface3D", 2),
    "cudaDevAttrMaxSurface1DLayeredWidth": (61, "maxSurface1DLayered", 0),
    "cudaDevAttrMaxSurface1DLayeredLayers": (62, "maxSurface1DLayered", 1),
    "cudaDevAttrMaxSurface2DLayeredWidth": (63, "maxSurface2DLayered", 0),
    "cudaDevAttrMaxSurface2DLayeredHeight": (64, "maxSurface2DLayered", 1),
    "cudaDevAttrMaxSurface2DLayeredLayers": (65, "maxSurface2DLayered", 2),
    "cudaDevAttrMaxSurfaceCubemapWidth": (66, "maxSurfaceCubemap", 0),
    "cudaDevAttrMaxSurfaceCubemapLayeredWidth": (67, "maxSurfaceCubemapLayered", 0),
    "cudaDevAttrMaxSurfaceCubemapLayeredLayers": (68, "maxSurfaceCubemapLayered", 1),
    "cudaDevAttrMaxTexture1DLinearWidth": (69, "maxTexture1DLinear", 0),
    "cudaDevAttrMaxTexture2DLinearWidth": (70, "maxTexture2DLinear", 0),
    "cudaDevAttrMaxTexture2DLinearHeight": (71, "maxTexture2DLinear", 1),
    "cudaDevAttrMaxTexture2DLinearPitch": (72, "maxTexture2DLinear", 2),
    "cudaDevAttrMaxTexture2DMipmappedWidth": (73, "maxTexture2DMipmap", 0),
    "cudaDevAttrMaxTexture2DMipmappedHeight": (74, "maxTexture2DMipmap", 1),
    "cudaDevAttrComputeCapabilityMajor": (75, "major", 0),
    "cudaDevAttrComputeCapabilityMinor": (76, "minor", 0),
    "cudaDevAttrMaxTexture1DMipmappedWidth": (77, "maxTexture1DMipmap", 0),
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
    "cudaDevAttrCooperativeMultiDeviceLaunch": (96, "cooperativeMultiDeviceLaunch", 0),
    "cudaDevAttrMaxSharedMemoryPerBlockOptin": (97, "sharedMemPerBlockOptin", 0),
    "cudaDevAttrHostRegisterSupported": (99, "hostRegisterSupported", 0),
    "cudaDevAttrPageableMemoryAccessUsesHostPageTables": (100, "pageableMemoryAccessUsesHostPageTables", 0),
    "cudaDevAttrDirectManagedMemAccessFromHost": (101, "directManagedMemAccessFromHost", 0),
    "cudaDevAttrMaxBlocksPerMultiprocessor": (106, "maxBlocksPerMultiProcessor", 0),
    "cudaDevAttrMaxPersistingL2CacheSize": (108, "persistingL2CacheMaxSize", 0),
    "cudaDevAttrMaxAccessPolicyWindowSize": (109, "accessPolicyMaxWindowSize", 0),
    "cudaDevAttrReservedSharedMemoryPerBlock": (111, "reservedSharedMemPerBlock", 0),
    "cudaDevAttrSparseCudaArraySupported": (112, "sparseCudaArraySupported", 0),
    "cudaDevAttrMemoryPoolsSupported": (115, "memoryPoolsSupported", 0),
    "cudaDevAttrMemoryPoolSupportedHandleTypes": (119, "memoryPoolSupportedHandleTypes", 0),
    "cudaDevAttrClusterLaunch": (120, "clusterLaunch", 0),
}
_WITHOUT_MEMBER = {
    "cudaDevAttrCanFlushRemoteWrites": 98, "cudaDevAttrHostRegisterReadOnlySupported": 113,
    "cudaDevAttrTimelineSemaphoreInteropSupported": 114, "cudaDevAttrGPUDirectRDMASupported": 116,
    "cudaDevAttrGPUDirectRDMAFlushWritesOptions": 117, "cudaDevAttrGPUDirectRDMAWritesOrdering": 118,
    "cudaDevAttrDeferredMappingCudaArraySupported": 121, "cudaDevAttrIpcEventSupport": 125,
    "cudaDevAttrMemSyncDomainCount": 126, "cudaDevAttrNumaConfig": 130, "cudaDevAttrNumaId": 131,
    "cudaDevAttrMpsEnabled": 133, "cudaDevAttrHostNumaId": 134, "cudaDevAttrD3D12CigSupported": 135,
    "cudaDevAttrVulkanCigSupported": 138, "cudaDevAttrGpuPciDeviceId": 139, "cudaDevAttrGpuPciSubsystemId": 140,
    "cudaDevAttrHostNumaMemoryPoolsSupported": 142, "cudaDevAttrHostNumaMultinodeIpcSupported": 143,
    "cudaDevAttrHostMemoryPoolsSupported": 144, "cudaDevAttrOnlyPartialHostNativeAtomicSupported": 147,
}  # fmt: skip
"""Of these no member tells. The value is 0, for what this device does not have, where `_OTHERS` says nothing else."""
_OTHERS = {44: 1, 126: 1, 131: 2**32 - 1}
"""It gathers from textures, has one domain of memory synchronisation, and is at no node."""

_NUMBERS = {name: number for name, (number, _, _) in _ATTRIBUTES.items()} | _WITHOUT_MEMBER
_MEMBERS = {number: (member, index) for number, member, index in _ATTRIBUTES.values()}


def attribute(limits: Limits, number: int) -> int | None:
    """The value of an attribute; None for one that is unknown."""
    if number in _OTHERS or number in _WITHOUT_MEMBER.values():
        return _OTHERS.get(number, 0)
    found = _MEMBERS.get(number)
    return None if found is None else value_of(limits, *found)


enumeration("cudaDeviceAttr", _NUMBERS)
