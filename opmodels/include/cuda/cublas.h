/* The interface before cuBLAS 4, which had one hidden handle: declared where its names are its own, without
   models. Functions of the newer interface have other parameters than those of the same name had. */
#pragma once
#include <cublas_v2.h>

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus_t cublasFree(void *devicePtr);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);
#ifdef __cplusplus
}
#endif
