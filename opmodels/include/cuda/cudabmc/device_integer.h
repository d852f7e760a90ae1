/* Integer intrinsics that are written in C++ (CUDA Math API, "Integer Intrinsics"): those of vector types. */
#pragma once
#include <vector_types.h>
#include <cudabmc/dynamic_programming.h>

__CUDABMC_FACE __device__ int __dp4a(char4 srcA, char4 srcB, int c) {
    return (unsigned int)c + (srcA.x * srcB.x + srcA.y * srcB.y + srcA.z * srcB.z + srcA.w * srcB.w);
}
__CUDABMC_FACE __device__ unsigned int __dp4a(uchar4 srcA, uchar4 srcB, unsigned int c) {
    return c + (srcA.x * srcB.x + srcA.y * srcB.y + srcA.z * srcB.z + srcA.w * srcB.w);
}
__CUDABMC_FACE __device__ int __dp2a_lo(short2 srcA, char4 srcB, int c) {
    return (unsigned int)c + (srcA.x * srcB.x + srcA.y * srcB.y);
}
__CUDABMC_FACE __device__ unsigned int __dp2a_lo(ushort2 srcA, uchar4 srcB, unsigned int c) {
    return c + (unsigned int)(srcA.x * srcB.x) + (unsigned int)(srcA.y * srcB.y);
}
__CUDABMC_FACE __device__ int __dp2a_hi(short2 srcA, char4 srcB, int c) {
    return (unsigned int)c + (srcA.x * srcB.z + srcA.y * srcB.w);
}
__CUDABMC_FACE __device__ unsigned int __dp2a_hi(ushort2 srcA, uchar4 srcB, unsigned int c) {
    return c + (unsigned int)(srcA.x * srcB.z) + (unsigned int)(srcA.y * srcB.w);
}
