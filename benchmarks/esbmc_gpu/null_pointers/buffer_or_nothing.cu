// expect: SUCCESSFUL
// options: --malloc-may-fail
// An allocation on the device may fail; the program then goes without.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128
#define BYTES (N * sizeof(int))

__global__ void number(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

static int *allocate(size_t bytes)
{
    int *p = NULL;
    cudaError_t status = cudaMalloc((void **)&p, bytes);
    if (status != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(status));
        return NULL;
    }
    return p;
}

int main(void)
{
    int out[N];
    int *d_out = allocate(BYTES);
    if (d_out == NULL)
        return 2;
    number<<<N / 128, 128>>>(d_out);
    cudaMemcpy(out, d_out, BYTES, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    assert(out[N - 1] == 127);
    return 0;
}
