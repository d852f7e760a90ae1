/* Numbers of 8 bits (CUDA Math API, "FP8 Intrinsics"): storage, and conversions through float. */
#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <driver_types.h>

#ifdef __cplusplus
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#include <cudabmc/half/fp8.h>
#endif
