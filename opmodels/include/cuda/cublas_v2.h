/* cuBLAS (cuBLAS reference). What is declared by hand has no model. */
#pragma once
#define CUBLAS_API_H_
#include <cuda_runtime_api.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
#include <library_types.h>

#define __CUDABMC_WANTS_CUBLAS
#include <cudabmc_declarations.h>
typedef cudaDataType cublasDataType_t;

#ifdef __cplusplus
extern "C" {
#endif
#define __CUDABMC_BLAS(L, T)                                                                                       \
    cublasStatus_t cublas##L##trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,           \
                                   cublasDiagType_t diag, int n, const T *A, int lda, T *x, int incx);              \
    cublasStatus_t cublas##L##syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n,    \
                                   int k, const T *alpha, const T *A, int lda, const T *beta, T *C, int ldc);       \
    cublasStatus_t cublas##L##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,      \
                                   int n, const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta,  \
                                   T *C, int ldc);                                                                  \
    cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, const T *A, int lda, \
                                   const T *x, int incx, T *C, int ldc);                                            \
    cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda, int *P, int *info,  \
                                           int batchSize);                                                          \
    cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T *const A[], int lda, const int *P, \
                                           T *const C[], int ldc, int *info, int batchSize);                        \
    cublasStatus_t cublas##L##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,   \
                                          T *const A[], int lda, T *const C[], int ldc, int *info, int *devInfo,    \
                                          int batchSize);
__CUDABMC_BLAS(S, float)
__CUDABMC_BLAS(D, double)
__CUDABMC_BLAS(C, cuComplex)
__CUDABMC_BLAS(Z, cuDoubleComplex)
#undef __CUDABMC_BLAS
#ifdef __cplusplus
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                  int n, int k, const __half *alpha, const __half *const A[], int lda,
                                  const __half *const B[], int ldb, const __half *beta, __half *const C[], int ldc,
                                  int batchCount);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                         int m, int n, int k, const __half *alpha, const __half *A, int lda,
                                         long long int strideA, const __half *B, int ldb, long long int strideB,
                                         const __half *beta, __half *C, int ldc, long long int strideC,
                                         int batchCount);
#endif
cublasStatus_t cublasSnrm2_64(cublasHandle_t handle, int64_t n, const float *x, int64_t incx, float *result);
cublasStatus_t cublasIcamax_64(cublasHandle_t handle, int64_t n, const cuComplex *x, int64_t incx, int64_t *result);
cublasStatus_t cublasCdgmm_64(cublasHandle_t handle, cublasSideMode_t mode, int64_t m, int64_t n, const cuComplex *A,
                              int64_t lda, const cuComplex *x, int64_t incx, cuComplex *C, int64_t ldc);
cublasStatus_t cublasCgemm_64(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int64_t m,
                              int64_t n, int64_t k, const cuComplex *alpha, const cuComplex *A, int64_t lda,
                              const cuComplex *B, int64_t ldb, const cuComplex *beta, cuComplex *C, int64_t ldc);
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
/* Before CUDA 11 the type of the computation was one of the data. */
static inline cublasComputeType_t __cudabmc_compute_type(cudaDataType type) {
    return type == CUDA_R_16F ? CUBLAS_COMPUTE_16F : type == CUDA_R_64F ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                          int m, int n, int k, const void *alpha, const void *A, cudaDataType Atype,
                                          int lda, const void *B, cudaDataType Btype, int ldb, const void *beta,
                                          void *C, cudaDataType Ctype, int ldc, cudaDataType computeType,
                                          cublasGemmAlgo_t algo) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc,
                        __cudabmc_compute_type(computeType), algo);
}
#endif
