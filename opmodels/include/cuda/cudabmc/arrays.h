/* Mipmapped arrays (CUDA Runtime API, "Memory Management"): no model. */
#pragma once
#include <driver_types.h>

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
                                     const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                                     unsigned int numLevels, unsigned int flags __CUDABMC_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *levelArray, cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);
#ifdef __cplusplus
}
#endif
