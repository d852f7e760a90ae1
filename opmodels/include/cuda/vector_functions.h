/* The constructors of the built-in vector types (CUDA C++ Programming Guide, "Built-in Vector Types"). */
#pragma once
#include <vector_types.h>

#define __CUDABMC_MAKE(name, element)                                                             \
    __CUDABMC_FACE __host__ __device__ name##1 make_##name##1(element x) {                        \
        name##1 v = {x};                                                                          \
        return v;                                                                                 \
    }                                                                                             \
    __CUDABMC_FACE __host__ __device__ name##2 make_##name##2(element x, element y) {             \
        name##2 v = {x, y};                                                                       \
        return v;                                                                                 \
    }                                                                                             \
    __CUDABMC_FACE __host__ __device__ name##3 make_##name##3(element x, element y, element z) {  \
        name##3 v = {x, y, z};                                                                    \
        return v;                                                                                 \
    }                                                                                             \
    __CUDABMC_FACE __host__ __device__ name##4 make_##name##4(element x, element y, element z,    \
                                                              element w) {                        \
        name##4 v = {x, y, z, w};                                                                 \
        return v;                                                                                 \
    }

__CUDABMC_MAKE(char, signed char)
__CUDABMC_MAKE(uchar, unsigned char)
__CUDABMC_MAKE(short, short)
__CUDABMC_MAKE(ushort, unsigned short)
__CUDABMC_MAKE(int, int)
__CUDABMC_MAKE(uint, unsigned int)
__CUDABMC_MAKE(long, long)
__CUDABMC_MAKE(ulong, unsigned long)
__CUDABMC_MAKE(longlong, long long)
__CUDABMC_MAKE(ulonglong, unsigned long long)
__CUDABMC_MAKE(float, float)
__CUDABMC_MAKE(double, double)

#undef __CUDABMC_MAKE
