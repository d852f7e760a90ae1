/* The driver API (CUDA Driver API reference). What is declared by hand has no model: a program that calls it is
   refused by its name where that is reached. */
#pragma once
#include <cuda_runtime_api.h>
#define __CUDABMC_WANTS_DRIVER
#include <cudabmc_declarations.h>
#include <cudabmc/driver_types.h>
#define __cuda_cuda_h__

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetProcAddress(const char *symbol, void **function, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice device, CUdevice peer);

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);

CUresult cuModuleLoad(CUmodule *module, const char *fileName);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                            void **values);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name);
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
                        unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes,
                        CUstream stream, void **parameters, void **extra);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int blockSize,
                                                     size_t dynamicSharedSize);
CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction function,
                                          size_t (*sharedOfBlock)(int), size_t dynamicSharedSize,
                                          int blockSizeLimit);

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr pointer);

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t size, size_t alignment, CUdeviceptr address,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t size);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *properties,
                     unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr pointer, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr pointer, size_t size);
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t size, const CUmemAccessDesc *descriptions, size_t count);
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle);
CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);


CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *description);
CUresult cuArrayDestroy(CUarray array);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const void *view);
CUresult cuTexObjectDestroy(CUtexObject object);
#ifdef __cplusplus
}
#endif
