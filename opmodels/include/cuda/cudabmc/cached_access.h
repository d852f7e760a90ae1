/* Loads and stores with cache hints (CUDA C++ Programming Guide, "Read-Only Data Cache Load Function", "Load
   Functions Using Cache Hints", "Store Functions Using Cache Hints"): plain accesses, for what is cached
   where does not change what a program may see. */
#pragma once
#include <vector_types.h>

#define __CUDABMC_CACHED(type)                                                              \
    __CUDABMC_FACE __device__ type __ldg(const type *address) { return *address; }          \
    __CUDABMC_FACE __device__ type __ldcg(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldca(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldcs(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldlu(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldcv(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ void __stwb(type *address, type value) { *address = value; }  \
    __CUDABMC_FACE __device__ void __stcg(type *address, type value) { *address = value; }  \
    __CUDABMC_FACE __device__ void __stcs(type *address, type value) { *address = value; }  \
    __CUDABMC_FACE __device__ void __stwt(type *address, type value) { *address = value; }

__CUDABMC_CACHED(char)
__CUDABMC_CACHED(signed char)
__CUDABMC_CACHED(short)
__CUDABMC_CACHED(int)
__CUDABMC_CACHED(long)
__CUDABMC_CACHED(long long)
__CUDABMC_CACHED(unsigned char)
__CUDABMC_CACHED(unsigned short)
__CUDABMC_CACHED(unsigned int)
__CUDABMC_CACHED(unsigned long)
__CUDABMC_CACHED(unsigned long long)
__CUDABMC_CACHED(float)
__CUDABMC_CACHED(double)
__CUDABMC_CACHED(char2)
__CUDABMC_CACHED(char4)
__CUDABMC_CACHED(short2)
__CUDABMC_CACHED(short4)
__CUDABMC_CACHED(int2)
__CUDABMC_CACHED(int4)
__CUDABMC_CACHED(longlong2)
__CUDABMC_CACHED(uchar2)
__CUDABMC_CACHED(uchar4)
__CUDABMC_CACHED(ushort2)
__CUDABMC_CACHED(ushort4)
__CUDABMC_CACHED(uint2)
__CUDABMC_CACHED(uint4)
__CUDABMC_CACHED(ulonglong2)
__CUDABMC_CACHED(float2)
__CUDABMC_CACHED(float4)
__CUDABMC_CACHED(double2)
