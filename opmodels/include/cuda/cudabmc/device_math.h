/* Functions of the CUDA Math API that have no operational model: declared, so that a program that names one
   is refused by that name, and only where a run reaches it. */
#pragma once
#include <crt/host_defines.h>

extern "C" {
__device__ double __drsqrt_rn(double x);
}

__CUDABMC_FACE __host__ __device__ double fdivide(double x, double y) { return x / y; }
__CUDABMC_FACE __host__ __device__ float fdivide(float x, float y) { return x / y; }
