/* The C++ forms of the runtime API (CUDA Runtime API, "C++ API Routines"): templates over the C functions,
   which take variables, kernels and pointers of any type. */
#pragma once
#include <cuda_runtime_api.h>

/* ---------------------------------------------------------------- allocation */

template <class T> static inline cudaError_t cudaMalloc(T **devPtr, size_t size) {
    return cudaMalloc((void **)(void *)devPtr, size);
}
template <class T> static inline cudaError_t cudaMallocHost(T **ptr, size_t size) {
    return cudaMallocHost((void **)(void *)ptr, size);
}
template <class T> static inline cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags) {
    return cudaMallocHost((void **)(void *)ptr, size, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
    return cudaHostAlloc((void **)(void *)ptr, size, flags);
}
template <class T> static inline cudaError_t cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void **)(void *)devPtr, size, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}
template <class T> static inline cudaError_t cudaMallocAsync(T **devPtr, size_t size, cudaStream_t stream) {
    return cudaMallocAsync((void **)(void *)devPtr, size, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *devPtr, size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

/* ---------------------------------------------------------------- forms of CUDA 13 */

static inline cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, cudaMemLocation location,
                                               unsigned int flags, cudaStream_t stream = 0) {
    int device = location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
    return cudaMemPrefetchAsync(devPtr, count, device, stream);
}
static inline cudaError_t cudaMemAdvise(const void *devPtr, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
    int device = location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
    return cudaMemAdvise(devPtr, count, advice, device);
}

/* ---------------------------------------------------------------- variables of the device */

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const T &symbol) {
    return cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return cudaGetSymbolSize(size, (const void *)&symbol);
}

/* ---------------------------------------------------------------- kernels */

template <class T>
static inline cudaError_t cudaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                           size_t sharedMem = 0, cudaStream_t stream = 0) {
    return cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                                      size_t sharedMem = 0, cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                             Arguments &&...arguments) {
    return [&](Parameters... values) {
        void *addresses[] = {(void *)&values..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, addresses);
    }(static_cast<Arguments &&>(arguments)...);
}
template <class T> static inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value) {
    return cudaFuncSetAttribute((const void *)func, attr, value);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, T *func) {
    return cudaFuncGetAttributes(attr, (const void *)func);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *func, cudaFuncCache cacheConfig) {
    return cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}
template <class T> static inline cudaError_t cudaFuncSetSharedMemConfig(T *func, cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig((const void *)func, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func, int blockSize,
                                                                        size_t dynamicSMemSize) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func, blockSize,
                                                         dynamicSMemSize);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func,
                                                                                 int blockSize,
                                                                                 size_t dynamicSMemSize,
                                                                                 unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
                                                                  dynamicSMemSize, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, T func,
                                                         const cudaLaunchConfig_t *launchConfig) {
    return cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, (const void *)launchConfig);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T func,
                                                               const cudaLaunchConfig_t *launchConfig) {
    return cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, (const void *)launchConfig);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                                             size_t dynamicSMemSize = 0,
                                                             int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, (const void *)func, dynamicSMemSize,
                                              blockSizeLimit);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0,
                                                                      unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, (const void *)func, dynamicSMemSize,
                                              blockSizeLimit);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T func, int numBlocks,
                                                                    int blockSize) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func, numBlocks, blockSize);
}
/* The amount of shared memory only matters for the choice of the block size, which is the model's. */
template <class SizeOfBlock, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize,
                                                                         T func, SizeOfBlock sizeOfBlock,
                                                                         int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, (const void *)func,
                                              (size_t)sizeOfBlock(32), blockSizeLimit);
}

/* ---------------------------------------------------------------- channels */

template <class T> struct __cudabmc_channel {
    static constexpr int bits = 0, count = 0;
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindNone;
};
#define __CUDABMC_CHANNEL(type, size, number, format)                    \
    template <> struct __cudabmc_channel<type> {                         \
        static constexpr int bits = 8 * sizeof(size), count = number;    \
        static constexpr cudaChannelFormatKind kind = format;            \
    };
#define __CUDABMC_CHANNELS(name, element, format)      \
    __CUDABMC_CHANNEL(element, element, 1, format)     \
    __CUDABMC_CHANNEL(name##1, element, 1, format)     \
    __CUDABMC_CHANNEL(name##2, element, 2, format)     \
    __CUDABMC_CHANNEL(name##4, element, 4, format)
__CUDABMC_CHANNEL(char, char, 1, cudaChannelFormatKindSigned)
__CUDABMC_CHANNELS(char, signed char, cudaChannelFormatKindSigned)
__CUDABMC_CHANNELS(uchar, unsigned char, cudaChannelFormatKindUnsigned)
__CUDABMC_CHANNELS(short, short, cudaChannelFormatKindSigned)
__CUDABMC_CHANNELS(ushort, unsigned short, cudaChannelFormatKindUnsigned)
__CUDABMC_CHANNELS(int, int, cudaChannelFormatKindSigned)
__CUDABMC_CHANNELS(uint, unsigned int, cudaChannelFormatKindUnsigned)
__CUDABMC_CHANNELS(float, float, cudaChannelFormatKindFloat)
#undef __CUDABMC_CHANNELS
#undef __CUDABMC_CHANNEL

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef __cudabmc_channel<T> channel;
    return cudaCreateChannelDesc(channel::bits, channel::count > 1 ? channel::bits : 0,
                                 channel::count > 2 ? channel::bits : 0, channel::count > 3 ? channel::bits : 0,
                                 channel::kind);
}
