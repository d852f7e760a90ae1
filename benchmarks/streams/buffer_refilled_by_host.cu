// expect: FAILED
// property: data-race
// The host prepares the next batch in a pinned buffer from which the last one may still be copied.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BATCH 16
#define BATCHES 3

__global__ void accumulate(const int *batch, int *sums) { sums[threadIdx.x] += batch[threadIdx.x]; }

int main(void)
{
    int *h_batch, *d_batch, *d_sums, sums[BATCH];
    cudaStream_t stream;
    cudaMallocHost((void **)&h_batch, BATCH * sizeof(int));
    cudaMalloc((void **)&d_batch, BATCH * sizeof(int));
    cudaMalloc((void **)&d_sums, BATCH * sizeof(int));
    cudaStreamCreate(&stream);
    cudaMemsetAsync(d_sums, 0, BATCH * sizeof(int), stream);
    for (int b = 0; b < BATCHES; b++) {
        for (int i = 0; i < BATCH; i++)
            h_batch[i] = b + i; // violation
        cudaMemcpyAsync(d_batch, h_batch, BATCH * sizeof(int), cudaMemcpyHostToDevice, stream); // violation
        accumulate<<<1, BATCH, 0, stream>>>(d_batch, d_sums);
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(sums, d_sums, BATCH * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", sums[0]);
    cudaStreamDestroy(stream);
    cudaFree(d_batch);
    cudaFree(d_sums);
    cudaFreeHost(h_batch);
    return 0;
}
