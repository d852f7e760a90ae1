// expect: SUCCESSFUL
// Two buffers between a copying and a computing stream: events say when a buffer is filled, and when it may be filled
// again.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BATCH 32
#define BATCHES 8

__global__ void score(const int *batch, int *total)
{
    atomicAdd(total, batch[threadIdx.x] % 7);
}

int main(void)
{
    int *h_data, *d_buffer[2], *total, expected = 0;
    cudaStream_t copy, compute;
    cudaEvent_t filled[2], emptied[2];
    cudaMallocHost((void **)&h_data, BATCH * BATCHES * sizeof(int));
    cudaMalloc((void **)&total, sizeof(int));
    cudaStreamCreate(&copy);
    cudaStreamCreate(&compute);
    for (int b = 0; b < 2; b++) {
        cudaMalloc((void **)&d_buffer[b], BATCH * sizeof(int));
        cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&emptied[b], cudaEventDisableTiming);
    }
    for (int i = 0; i < BATCH * BATCHES; i++) {
        h_data[i] = i;
        expected += i % 7;
    }
    cudaMemsetAsync(total, 0, sizeof(int), compute);
    for (int i = 0; i < BATCHES; i++) {
        int b = i % 2;
        cudaStreamWaitEvent(copy, emptied[b], 0);
        cudaMemcpyAsync(d_buffer[b], h_data + i * BATCH, BATCH * sizeof(int), cudaMemcpyHostToDevice, copy);
        cudaEventRecord(filled[b], copy);
        cudaStreamWaitEvent(compute, filled[b], 0);
        score<<<1, BATCH, 0, compute>>>(d_buffer[b], total);
        cudaEventRecord(emptied[b], compute);
    }
    int sum;
    cudaStreamSynchronize(compute);
    cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost);
    assert(sum == expected);
    for (int b = 0; b < 2; b++) {
        cudaFree(d_buffer[b]);
        cudaEventDestroy(filled[b]);
        cudaEventDestroy(emptied[b]);
    }
    cudaStreamDestroy(copy);
    cudaStreamDestroy(compute);
    cudaFree(total);
    cudaFreeHost(h_data);
    return 0;
}
