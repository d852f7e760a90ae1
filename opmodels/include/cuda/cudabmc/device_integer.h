/* Integer intrinsics that are written in C++ (CUDA Math API, "Integer Intrinsics"). */
#pragma once
#include <vector_types.h>
#include <cudabmc/dynamic_programming.h>
#include <cudabmc/simd.h>

/* The sum wraps around. */
__CUDABMC_FACE __device__ unsigned int __dp4a(unsigned int srcA, unsigned int srcB, unsigned int c) {
    for (int byte = 0; byte < 32; byte += 8) c += (srcA >> byte & 255) * (srcB >> byte & 255);
    return c;
}
__CUDABMC_FACE __device__ int __dp4a(int srcA, int srcB, int c) {
    unsigned int sum = c;
    for (int byte = 0; byte < 32; byte += 8) sum += (signed char)(srcA >> byte) * (signed char)(srcB >> byte);
    return sum;
}
__CUDABMC_FACE __device__ int __dp4a(char4 srcA, char4 srcB, int c) {
    return (unsigned int)c + (srcA.x * srcB.x + srcA.y * srcB.y + srcA.z * srcB.z + srcA.w * srcB.w);
}
__CUDABMC_FACE __device__ unsigned int __dp4a(uchar4 srcA, uchar4 srcB, unsigned int c) {
    return c + (srcA.x * srcB.x + srcA.y * srcB.y + srcA.z * srcB.z + srcA.w * srcB.w);
}
