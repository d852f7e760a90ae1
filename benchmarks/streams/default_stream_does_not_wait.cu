// expect: FAILED
// property: data-race
// A stream made with cudaStreamNonBlocking does not wait for the default stream.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void fill(int *a, int value) { a[threadIdx.x] = value; } // violation

int main(void)
{
    int *d, h[N];
    cudaStream_t stream;
    cudaMalloc((void **)&d, N * sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill<<<1, N>>>(d, 1);
    fill<<<1, N, 0, stream>>>(d, 2);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaStreamDestroy(stream);
    cudaFree(d);
    return 0;
}
