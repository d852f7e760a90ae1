/* cuSPARSE (cuSPARSE reference). What is declared by hand has no model. */
#pragma once
#define CUSPARSEAPI
#include <cuda_runtime_api.h>
#include <cuComplex.h>
#include <library_types.h>
#include <stdint.h>
#define __CUDABMC_WANTS_CUSPARSE
#include <cudabmc_declarations.h>

typedef struct csric02Info *csric02Info_t;
typedef struct csrsv2Info *csrsv2Info_t;

#ifdef __cplusplus
extern "C" {
#endif
#define __CUDABMC_GATHER(L, T)                                                                                  \
    cusparseStatus_t cusparse##L##gthr(cusparseHandle_t handle, int nnz, const T *y, T *xVal, const int *xInd, \
                                       cusparseIndexBase_t idxBase);
__CUDABMC_GATHER(S, float)
__CUDABMC_GATHER(D, double)
__CUDABMC_GATHER(C, cuComplex)
__CUDABMC_GATHER(Z, cuDoubleComplex)
#undef __CUDABMC_GATHER
#ifdef __cplusplus
}
#endif
