// expect: FAILED
// property: data-race
// The host reads a pinned buffer while the copy into it may still be on its way.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128

__global__ void square(int *a) { a[threadIdx.x] *= a[threadIdx.x]; }

int main(void)
{
    int *h, *d;
    cudaStream_t stream;
    cudaMallocHost((void **)&h, N * sizeof(int));
    cudaMalloc((void **)&d, N * sizeof(int));
    cudaStreamCreate(&stream);
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMemcpyAsync(d, h, N * sizeof(int), cudaMemcpyHostToDevice, stream);
    square<<<1, N, 0, stream>>>(d);
    cudaMemcpyAsync(h, d, N * sizeof(int), cudaMemcpyDeviceToHost, stream); // violation
    for (int i = 0; i < N; i++)
        assert(h[i] == i * i); // violation
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(h);
    cudaFree(d);
    return 0;
}
