/* Sharing memory pools with other processes (CUDA Runtime API, "Stream Ordered Memory Allocator"): no model. */
#pragma once
#include <driver_types.h>

struct cudaMemPoolPtrExportData {
    unsigned char reserved[64];
};

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType, unsigned int flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType,
                                                 unsigned int flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr);
cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool,
                                     struct cudaMemPoolPtrExportData *exportData);
#ifdef __cplusplus
}
#endif
