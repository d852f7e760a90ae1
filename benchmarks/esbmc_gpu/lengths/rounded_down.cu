// expect: FAILED
// property: assertion
// The number of blocks is rounded down, and the last 40 elements keep their zero.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

static const int block_size = 256;

__global__ void reciprocal(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = 1.0f / (1 + i % 4);
}

int main(void)
{
    const int n = 7 * block_size + 40;
    const int blocks = n / block_size;
    float *v = (float *)malloc(n * sizeof *v), *d_v;
    cudaMalloc((void **)&d_v, n * sizeof *v);
    cudaMemset(d_v, 0, n * sizeof *v);
    reciprocal<<<blocks, block_size>>>(d_v, n);
    cudaMemcpy(v, d_v, n * sizeof *v, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        assert(v[i] >= 0.25f); // violation
    cudaFree(d_v);
    free(v);
    return 0;
}
