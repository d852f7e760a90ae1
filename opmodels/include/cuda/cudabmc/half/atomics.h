/* atomicAdd on 16-bit floats and pairs of them (CUDA C++ Programming Guide, "atomicAdd()"). */
#pragma once
#include <cuda_runtime.h>

#define __CUDABMC_ADD_SMALL_FLOAT(type, pair, name, suffix)                                         \
    __CUDABMC_FACE __device__ type atomicAdd##suffix(type *address, type val) {                     \
        type old;                                                                                   \
        old.__x = __cudabmc_add_##name##suffix((unsigned short *)address, val.__x);                 \
        return old;                                                                                 \
    }                                                                                               \
    __CUDABMC_FACE __device__ pair atomicAdd##suffix(pair *address, pair val) {                     \
        pair old;                                                                                   \
        old.x = atomicAdd##suffix(&address->x, val.x);                                              \
        old.y = atomicAdd##suffix(&address->y, val.y);                                              \
        return old;                                                                                 \
    }
