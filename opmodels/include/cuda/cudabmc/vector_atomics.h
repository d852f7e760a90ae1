/* atomicAdd on float2 and float4, of compute capability 9.x: each member is atomic by itself
   (CUDA C++ Programming Guide, "atomicAdd()"). */
#pragma once
#include <vector_types.h>

/* The host compiles the text of kernels, too. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define __CUDABMC_ADD_VECTOR(suffix)                                                               \
    __CUDABMC_FACE __device__ float2 atomicAdd##suffix(float2 *address, float2 val) {              \
        return {atomicAdd##suffix(&address->x, val.x), atomicAdd##suffix(&address->y, val.y)};     \
    }                                                                                              \
    __CUDABMC_FACE __device__ float4 atomicAdd##suffix(float4 *address, float4 val) {              \
        return {atomicAdd##suffix(&address->x, val.x), atomicAdd##suffix(&address->y, val.y),      \
                atomicAdd##suffix(&address->z, val.z), atomicAdd##suffix(&address->w, val.w)};     \
    }
__CUDABMC_ADD_VECTOR()
__CUDABMC_ADD_VECTOR(_block)
__CUDABMC_ADD_VECTOR(_system)
#endif
