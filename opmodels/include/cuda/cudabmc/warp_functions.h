/* Device functions without a model (CUDA C++ Programming Guide, "C++ Language Extensions"). */
#pragma once
#include <vector_types.h>

extern "C" {
__device__ unsigned int __isGridConstant(const void *ptr);
/* How caches treat what the pointer leads to changes nothing else. */
inline __device__ void *__nv_associate_access_property(const void *ptr, unsigned long long property) {
    return const_cast<void *>(ptr);
}
__device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);
}
