/* The driver API (CUDA Driver API reference): types and the functions that programs use most. None has a model:
   a program that calls one is refused by its name where that is reached. */
#pragma once
#include <cuda_runtime_api.h>
#include <cudabmc/driver_types.h>
#define __cuda_cuda_h__

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *driverVersion);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetProcAddress(const char *symbol, void **function, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice device, CUdevice peer);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxSynchronize(void);
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

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes);
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned int flags);
CUresult cuMemAllocHost(void **pointer, size_t bytes);
CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags);
CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned int flags);
CUresult cuMemHostUnregister(void *pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags);
CUresult cuMemFree(CUdeviceptr pointer);
CUresult cuMemFreeHost(void *pointer);
CUresult cuMemGetInfo(size_t *free, size_t *total);
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream);
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes);
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t bytes, CUstream stream);
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count);
CUresult cuMemsetD32(CUdeviceptr dst, unsigned int value, size_t count);
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

CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *description);
CUresult cuArrayDestroy(CUarray array);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const void *view);
CUresult cuTexObjectDestroy(CUtexObject object);
#ifdef __cplusplus
}
#endif
