// expect: SUCCESSFUL
// A pinned buffer is given back to the function family that made it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 16

__global__ void square(int *a) { a[threadIdx.x] *= a[threadIdx.x]; }

int main(void)
{
    int *h, *d;
    cudaMallocHost((void **)&h, N * sizeof(int));
    cudaMalloc((void **)&d, N * sizeof(int));
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    square<<<1, N>>>(d);
    cudaMemcpy(h, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    assert(h[N - 1] == (N - 1) * (N - 1));
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
