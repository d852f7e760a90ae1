/* The built-in variables of kernels (CUDA C++ Programming Guide, "Built-in Variables").

   Reading a member is a call of the function `cudabmc:builtin:NAME.MEMBER`. */
#pragma once
#include <vector_types.h>

#ifdef __CUDACC__
#define __CUDABMC_INDEX(name)                                                                  \
    struct __cudabmc_##name##_t {                                                              \
        typedef void __cudabmc_index;                                                          \
        __declspec(property(get = __get_x)) unsigned int x;                                    \
        __declspec(property(get = __get_y)) unsigned int y;                                    \
        __declspec(property(get = __get_z)) unsigned int z;                                    \
        static __device__ unsigned int __get_x() __asm__("cudabmc:builtin:" #name ".x");       \
        static __device__ unsigned int __get_y() __asm__("cudabmc:builtin:" #name ".y");       \
        static __device__ unsigned int __get_z() __asm__("cudabmc:builtin:" #name ".z");       \
        __attribute__((nodebug)) __device__ operator uint3() const { return uint3{x, y, z}; }  \
    };                                                                                         \
    static constexpr __device__ __cudabmc_##name##_t name = {};

__CUDABMC_INDEX(threadIdx)
__CUDABMC_INDEX(blockIdx)
__CUDABMC_INDEX(blockDim)
__CUDABMC_INDEX(gridDim)
#undef __CUDABMC_INDEX

__device__ const int warpSize = 32;
#endif
