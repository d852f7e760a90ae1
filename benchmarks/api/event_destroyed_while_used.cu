// expect: FAILED
// property: api-misuse
// The end of a kernel is waited for by an event that was destroyed.
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
    cudaEventDestroy(stop);
    cudaEventSynchronize(stop); // violation
    cudaEventElapsedTime(&milliseconds, start, stop);
    assert(milliseconds >= 0.0f);
    cudaMemcpy(h, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    assert(h[N - 1] == N - 1);
    cudaEventDestroy(start);
    cudaFree(d);
    return 0;
}
