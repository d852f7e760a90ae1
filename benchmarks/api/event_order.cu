// expect: SUCCESSFUL
// An event tells the time of a kernel and is destroyed at the end.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }

int main(void)
{
    int *d, h[N];
    float milliseconds;
    cudaEvent_t start, stop;
    cudaMalloc((void **)&d, N * sizeof(int));
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    fill<<<1, N>>>(d);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&milliseconds, start, stop);
    assert(milliseconds >= 0.0f);
    cudaMemcpy(h, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    assert(h[N - 1] == N - 1);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d);
    return 0;
}
