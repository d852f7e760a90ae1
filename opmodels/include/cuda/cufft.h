/* cuFFT (cuFFT reference). What is declared by hand has no model. */
#pragma once
#define _CUFFT_H_
#include <cuda_runtime_api.h>
#include <cuComplex.h>
#include <library_types.h>
#define __CUDABMC_WANTS_CUFFT
#include <cudabmc_declarations.h>

#ifdef __cplusplus
extern "C" {
#endif
cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *workSize);
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *workSize);
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *workSize);
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize);
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize);
cufftResult cufftSetWorkArea(cufftHandle plan, void *workArea);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, long long *onembed, long long ostride, long long odist,
                                cufftType type, long long batch, size_t *workSize);
#ifdef __cplusplus
}
#endif
