/* cuSOLVER for dense matrices (cuSOLVER reference, "cuSolverDN"): declared, without models. */
#pragma once
#include <cusolver_common.h>

typedef struct cusolverDnContext *cusolverDnHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId);

#define __CUDABMC_SOLVER(L, T, R)                                                                                  \
    cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, \
                                                     int lda, int *Lwork);                                         \
    cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
                                          T *Workspace, int Lwork, int *devInfo);                                  \
    cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,       \
                                          const T *A, int lda, T *B, int ldb, int *devInfo);                       \
    cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T *A, int lda,       \
                                                     int *Lwork);                                                  \
    cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *Workspace,    \
                                          int *devIpiv, int *devInfo);                                             \
    cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,     \
                                          const T *A, int lda, const int *devIpiv, T *B, int ldb, int *devInfo);   \
    cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T *A, int lda,       \
                                                     int *lwork);                                                  \
    cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *TAU,          \
                                          T *Workspace, int Lwork, int *devInfo);                                  \
    cusolverStatus_t cusolverDn##L##ormqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,             \
                                                     cublasOperation_t trans, int m, int n, int k, const T *A,     \
                                                     int lda, const T *tau, const T *C, int ldc, int *lwork);      \
    cusolverStatus_t cusolverDn##L##ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, \
                                          int m, int n, int k, const T *A, int lda, const T *tau, T *C, int ldc,   \
                                          T *work, int lwork, int *devInfo);                                       \
    cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int *lwork);         \
    cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m,   \
                                          int n, T *A, int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work,     \
                                          int lwork, R *rwork, int *info);
__CUDABMC_SOLVER(S, float, float)
__CUDABMC_SOLVER(D, double, double)
__CUDABMC_SOLVER(C, cuComplex, float)
__CUDABMC_SOLVER(Z, cuDoubleComplex, double)
#undef __CUDABMC_SOLVER
#ifdef __cplusplus
}
#endif
