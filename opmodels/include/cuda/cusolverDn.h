/* cuSOLVER for dense matrices (cuSOLVER reference, "cuSolverDN"). What is declared by hand has no model. */
#pragma once
#include <cublas_v2.h>
#include <cusolver_common.h>
#include <stdio.h>
#define __CUDABMC_WANTS_CUSOLVER_DENSE
#include <cudabmc_declarations.h>

#ifdef __cplusplus
extern "C" {
#endif
#define __CUDABMC_SOLVER(L, Y, T, R)                                                                               \
    cusolverStatus_t cusolverDn##L##Y##gvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype,          \
                                                      cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,        \
                                                      const T *A, int lda, const T *B, int ldb, const R *W,        \
                                                      int *lwork);                                                 \
    cusolverStatus_t cusolverDn##L##Y##gvd(cusolverDnHandle_t handle, cusolverEigType_t itype,                     \
                                           cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda,    \
                                           T *B, int ldb, R *W, T *work, int lwork, int *info);                    \
    cusolverStatus_t cusolverDn##L##gesvdaStridedBatched_bufferSize(                                               \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *d_A, int lda,          \
        long long int strideA, const R *d_S, long long int strideS, const T *d_U, int ldu, long long int strideU,  \
        const T *d_V, int ldv, long long int strideV, int *lwork, int batchSize);                                  \
    cusolverStatus_t cusolverDn##L##gesvdaStridedBatched(                                                          \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *d_A, int lda,          \
        long long int strideA, R *d_S, long long int strideS, T *d_U, int ldu, long long int strideU, T *d_V,      \
        int ldv, long long int strideV, T *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);
__CUDABMC_SOLVER(S, sy, float, float)
__CUDABMC_SOLVER(D, sy, double, double)
__CUDABMC_SOLVER(C, he, cuComplex, float)
__CUDABMC_SOLVER(Z, he, cuDoubleComplex, double)
#undef __CUDABMC_SOLVER
#ifdef __cplusplus
}
#endif
