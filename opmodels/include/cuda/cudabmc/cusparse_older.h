/* Functions of cuSPARSE by type of element. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t type);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t base);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t diagType);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int *position);
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int *csrRowPtr,
                                                const int *csrColInd, size_t *bufferSizeInBytes);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
                                  const int *csrRowPtr, int *csrColInd, int *P, void *pBuffer);

#define __CUDABMC_SPARSE(L, T)                                                                                      \
    cusparseStatus_t cusparse##L##csrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,                      \
                                                      const cusparseMatDescr_t descrA, T *values, const int *rows,   \
                                                      const int *columns, csrilu02Info_t info, int *bufferSize);    \
    cusparseStatus_t cusparse##L##csrilu02_analysis(cusparseHandle_t handle, int m, int nnz,                        \
                                                    const cusparseMatDescr_t descrA, const T *values,               \
                                                    const int *rows, const int *columns, csrilu02Info_t info,       \
                                                    cusparseSolvePolicy_t policy, void *buffer);                    \
    cusparseStatus_t cusparse##L##csrilu02(cusparseHandle_t handle, int m, int nnz,                                 \
                                           const cusparseMatDescr_t descrA, T *values, const int *rows,             \
                                           const int *columns, csrilu02Info_t info, cusparseSolvePolicy_t policy,   \
                                           void *buffer);                                                           \
    cusparseStatus_t cusparse##L##nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,         \
                                      const cusparseMatDescr_t descrA, const T *A, int lda, int *nnzPerRowCol,      \
                                      int *nnzTotal);                                                               \
    cusparseStatus_t cusparse##L##gthr(cusparseHandle_t handle, int nnz, const T *y, T *values, const int *indices, \
                                       cusparseIndexBase_t base);
__CUDABMC_SPARSE(S, float)
__CUDABMC_SPARSE(D, double)
__CUDABMC_SPARSE(C, cuComplex)
__CUDABMC_SPARSE(Z, cuDoubleComplex)
#undef __CUDABMC_SPARSE
#ifdef __cplusplus
}
#endif
