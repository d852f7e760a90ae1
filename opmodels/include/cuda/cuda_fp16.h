/* Half precision (CUDA Math API, "Half Precision Intrinsics"): __half is clang's _Float16. */
#pragma once
#include <cuda_runtime.h>

#ifdef __cplusplus
#include <cudabmc/half/exact.h>
#include <cudabmc/half/half.h>
#include <cudabmc/half/half_conversions.h>
#include <cudabmc/half/functions.h>
#include <cudabmc/half/atomics.h>

__CUDABMC_SMALL_COMPARISONS(__half, __half2, __cudabmc_half)
__CUDABMC_SMALL_FLOAT_FUNCTIONS(__half, __half2, __cudabmc_half)
__CUDABMC_SMALL_FLOAT_OPERATORS(__half, __half2)
#ifdef __CUDACC__
__CUDABMC_SMALL_FLOAT_DEVICE(__half, __half2)
__CUDABMC_ADD_SMALL_FLOAT(__half, __half2, half, )
__CUDABMC_ADD_SMALL_FLOAT(__half, __half2, half, _block)
__CUDABMC_ADD_SMALL_FLOAT(__half, __half2, half, _system)
#endif
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
#endif
