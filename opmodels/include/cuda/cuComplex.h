/* Complex numbers of the CUDA libraries: pairs, and functions over them. */
#pragma once
#include <vector_functions.h>
#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __CUDABMC_COMPLEX(C, R, make, suffix, root, absolute)                                                \
    __CUDABMC_FACE __host__ __device__ R cuCreal##suffix(C x) { return x.x; }                                \
    __CUDABMC_FACE __host__ __device__ R cuCimag##suffix(C x) { return x.y; }                                \
    __CUDABMC_FACE __host__ __device__ C make(R r, R i) {                                                    \
        C z = {r, i};                                                                                        \
        return z;                                                                                            \
    }                                                                                                        \
    __CUDABMC_FACE __host__ __device__ C cuConj##suffix(C x) { return make(x.x, -x.y); }                     \
    __CUDABMC_FACE __host__ __device__ C cuCadd##suffix(C x, C y) { return make(x.x + y.x, x.y + y.y); }     \
    __CUDABMC_FACE __host__ __device__ C cuCsub##suffix(C x, C y) { return make(x.x - y.x, x.y - y.y); }     \
    __CUDABMC_FACE __host__ __device__ C cuCmul##suffix(C x, C y) {                                          \
        return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                           \
    }                                                                                                        \
    /* Scaled by the size of the divisor, against overflow. */                                               \
    __CUDABMC_FACE __host__ __device__ C cuCdiv##suffix(C x, C y) {                                          \
        R s = absolute(y.x) + absolute(y.y);                                                                 \
        R a = x.x / s, b = x.y / s, c = y.x / s, d = y.y / s;                                                \
        R square = c * c + d * d;                                                                            \
        return make((a * c + b * d) / square, (b * c - a * d) / square);                                     \
    }                                                                                                        \
    __CUDABMC_FACE __host__ __device__ R cuCabs##suffix(C x) {                                               \
        R a = absolute(x.x), b = absolute(x.y), v = a > b ? a : b, w = a > b ? b : a;                        \
        R t = w / v;                                                                                         \
        return v == 0 ? w : v * root(1 + t * t);                                                             \
    }                                                                                                        \
    __CUDABMC_FACE __host__ __device__ C cuCfma##suffix(C x, C y, C d) { return cuCadd##suffix(cuCmul##suffix(x, y), d); }

__CUDABMC_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f, sqrtf, fabsf)
__CUDABMC_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, , sqrt, fabs)
#undef __CUDABMC_COMPLEX

__CUDABMC_FACE __host__ __device__ cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__CUDABMC_FACE __host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
    return make_cuDoubleComplex(c.x, c.y);
}
__CUDABMC_FACE __host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
    return make_cuFloatComplex((float)c.x, (float)c.y);
}
