/* Integer and SIMD intrinsics without a model (CUDA Math API, "Integer Intrinsics", "SIMD Intrinsics"). */
#pragma once
#include <vector_types.h>
#include <cudabmc/dynamic_programming.h>

__CUDABMC_FACE __device__ int __dp4a(int srcA, int srcB, int c) {
    for (int byte = 0; byte < 32; byte += 8) c += (signed char)(srcA >> byte) * (signed char)(srcB >> byte);
    return c;
}
__CUDABMC_FACE __device__ unsigned int __dp4a(unsigned int srcA, unsigned int srcB, unsigned int c) {
    for (int byte = 0; byte < 32; byte += 8) c += (srcA >> byte & 255) * (srcB >> byte & 255);
    return c;
}
__CUDABMC_FACE __device__ int __dp4a(char4 srcA, char4 srcB, int c) {
    return c + srcA.x * srcB.x + srcA.y * srcB.y + srcA.z * srcB.z + srcA.w * srcB.w;
}
__CUDABMC_FACE __device__ unsigned int __dp4a(uchar4 srcA, uchar4 srcB, unsigned int c) {
    return c + srcA.x * srcB.x + srcA.y * srcB.y + srcA.z * srcB.z + srcA.w * srcB.w;
}

extern "C" {
#define __CUDABMC_SIMD(name)                                             \
    __device__ unsigned int __v##name##2(unsigned int a, unsigned int b); \
    __device__ unsigned int __v##name##4(unsigned int a, unsigned int b);
__CUDABMC_SIMD(add)
__CUDABMC_SIMD(addss)
__CUDABMC_SIMD(addus)
__CUDABMC_SIMD(sub)
__CUDABMC_SIMD(subss)
__CUDABMC_SIMD(subus)
__CUDABMC_SIMD(absdiffs)
__CUDABMC_SIMD(absdiffu)
__CUDABMC_SIMD(avgs)
__CUDABMC_SIMD(avgu)
__CUDABMC_SIMD(haddu)
__CUDABMC_SIMD(cmpeq)
__CUDABMC_SIMD(cmpges)
__CUDABMC_SIMD(cmpgeu)
__CUDABMC_SIMD(cmpgts)
__CUDABMC_SIMD(cmpgtu)
__CUDABMC_SIMD(cmples)
__CUDABMC_SIMD(cmpleu)
__CUDABMC_SIMD(cmplts)
__CUDABMC_SIMD(cmpltu)
__CUDABMC_SIMD(cmpne)
__CUDABMC_SIMD(maxs)
__CUDABMC_SIMD(maxu)
__CUDABMC_SIMD(mins)
__CUDABMC_SIMD(minu)
__CUDABMC_SIMD(sads)
__CUDABMC_SIMD(sadu)
__CUDABMC_SIMD(seteq)
__CUDABMC_SIMD(setges)
__CUDABMC_SIMD(setgeu)
__CUDABMC_SIMD(setgts)
__CUDABMC_SIMD(setgtu)
__CUDABMC_SIMD(setles)
__CUDABMC_SIMD(setleu)
__CUDABMC_SIMD(setlts)
__CUDABMC_SIMD(setltu)
__CUDABMC_SIMD(setne)
#undef __CUDABMC_SIMD
__device__ unsigned int __vabs2(unsigned int a);
__device__ unsigned int __vabs4(unsigned int a);
__device__ unsigned int __vabsss2(unsigned int a);
__device__ unsigned int __vabsss4(unsigned int a);
__device__ unsigned int __vneg2(unsigned int a);
__device__ unsigned int __vneg4(unsigned int a);
}
