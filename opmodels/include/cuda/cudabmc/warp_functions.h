/* Device functions without a model: newer or legacy warp functions, address space queries, clusters
   (CUDA C++ Programming Guide, "C++ Language Extensions"). */
#pragma once
#include <vector_types.h>

extern "C" {
__device__ unsigned int __isGlobal(const void *ptr);
__device__ unsigned int __isShared(const void *ptr);
__device__ unsigned int __isConstant(const void *ptr);
__device__ unsigned int __isLocal(const void *ptr);
__device__ size_t __cvta_generic_to_global(const void *ptr);
__device__ size_t __cvta_generic_to_shared(const void *ptr);
__device__ size_t __cvta_generic_to_constant(const void *ptr);
__device__ size_t __cvta_generic_to_local(const void *ptr);
__device__ void *__cvta_global_to_generic(size_t rawbits);
__device__ void *__cvta_shared_to_generic(size_t rawbits);
__device__ unsigned long long __nv_associate_access_property(const void *ptr, unsigned long long property);
__device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);
}
