// expect: SUCCESSFUL
// A kernel in a stream that blocks comes after one in the default stream.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void fill(int *a, int value) { a[threadIdx.x] = value; }

int main(void)
{
    int *d, h[N];
    cudaStream_t stream;
    cudaMalloc((void **)&d, N * sizeof(int));
    cudaStreamCreate(&stream);
    fill<<<1, N>>>(d, 1);
    fill<<<1, N, 0, stream>>>(d, 2);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(h[i] == 2);
    cudaStreamDestroy(stream);
    cudaFree(d);
    return 0;
}
