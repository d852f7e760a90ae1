/* Functions of the CUDA Math API that have no operational model: declared, so that a program that names one
   is refused by that name, and only where a run reaches it. */
#pragma once
#include <crt/host_defines.h>

extern "C" {
#define __CUDABMC_UNARY(name)                          \
    __host__ __device__ double name(double x) noexcept; \
    __host__ __device__ float name##f(float x) noexcept;
__CUDABMC_UNARY(erfinv)
__CUDABMC_UNARY(erfcinv)
__CUDABMC_UNARY(erfcx)
__CUDABMC_UNARY(normcdfinv)
__CUDABMC_UNARY(cyl_bessel_i0)
__CUDABMC_UNARY(cyl_bessel_i1)
#undef __CUDABMC_UNARY
__host__ __device__ double norm(int dim, const double *p) noexcept;
__host__ __device__ float normf(int dim, const float *p) noexcept;
__host__ __device__ double rnorm(int dim, const double *p) noexcept;
__host__ __device__ float rnormf(int dim, const float *p) noexcept;
__device__ double __drsqrt_rn(double x);
}

__CUDABMC_FACE __host__ __device__ float erfinv(float x) { return erfinvf(x); }
__CUDABMC_FACE __host__ __device__ float erfcinv(float x) { return erfcinvf(x); }
__CUDABMC_FACE __host__ __device__ float erfcx(float x) { return erfcxf(x); }
__CUDABMC_FACE __host__ __device__ float normcdfinv(float x) { return normcdfinvf(x); }
__CUDABMC_FACE __host__ __device__ float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
__CUDABMC_FACE __host__ __device__ float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }
__CUDABMC_FACE __host__ __device__ double fdivide(double x, double y) { return x / y; }
__CUDABMC_FACE __host__ __device__ float fdivide(float x, float y) { return x / y; }
