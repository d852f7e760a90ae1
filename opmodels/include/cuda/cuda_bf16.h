/* bfloat16 (CUDA Math API, "Bfloat16 Precision Intrinsics"): the upper half of a float. */
#pragma once
#include <cuda_runtime.h>

#ifdef __cplusplus
#include <cudabmc/half/exact.h>
#include <cudabmc/half/bfloat16.h>
#include <cudabmc/half/bfloat16_conversions.h>
#include <cudabmc/half/functions.h>
#include <cudabmc/half/atomics.h>

__CUDABMC_SMALL_COMPARISONS(__nv_bfloat16, __nv_bfloat162, __cudabmc_bfloat16)
__CUDABMC_SMALL_FLOAT_FUNCTIONS(__nv_bfloat16, __nv_bfloat162, __cudabmc_bfloat16)
__CUDABMC_SMALL_FLOAT_OPERATORS(__nv_bfloat16, __nv_bfloat162)
#ifdef __CUDACC__
__CUDABMC_SMALL_FLOAT_DEVICE(__nv_bfloat16, __nv_bfloat162)
__CUDABMC_ADD_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, )
__CUDABMC_ADD_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, _block)
__CUDABMC_ADD_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, _system)
#endif
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
