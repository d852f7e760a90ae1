// expect: FAILED
// property: data-race
// A pageable buffer is freed although an asynchronous copy may still read it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>
#include <stdlib.h>

#define N 64

int main(void)
{
    int *h = (int *)malloc(N * sizeof(int)), *d;
    cudaStream_t stream;
    cudaMalloc((void **)&d, N * sizeof(int));
    cudaStreamCreate(&stream);
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMemcpyAsync(d, h, N * sizeof(int), cudaMemcpyHostToDevice, stream); // violation
    free(h); // violation
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(d);
    return 0;
}
