// expect: FAILED
// property: null-dereference
// options: --malloc-may-fail
// The host uses its buffer without a look at whether malloc succeeded.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 16

__global__ void count_down(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = n - i;
}

int main(void)
{
    int *out = (int *)malloc(N * sizeof(int));
    for (int i = 0; i < N; i++)
        out[i] = 0; // violation
    int *d_out;
    if (cudaMalloc((void **)&d_out, N * sizeof(int)) != cudaSuccess) {
        fprintf(stderr, "out of device memory\n");
        free(out);
        return 1;
    }
    count_down<<<1, N>>>(d_out, N);
    cudaMemcpy(out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(out[i] == N - i);
    cudaFree(d_out);
    free(out);
    return 0;
}
