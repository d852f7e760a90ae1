/* The built-in vector types and dim3 (CUDA C++ Programming Guide, "Built-in Vector Types", "dim3"). */
#pragma once
#include <crt/host_defines.h>
#include <cudabmc_declarations.h>

#ifdef __cplusplus
/* All members that are left out are 1. The built-in variables convert like the uint3 and dim3 that they are. */
struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    template <class Index, class = typename Index::__cudabmc_index>
    __device__ dim3(const Index &v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
#else
struct dim3 {
    unsigned int x, y, z;
};
#endif
typedef struct dim3 dim3;
