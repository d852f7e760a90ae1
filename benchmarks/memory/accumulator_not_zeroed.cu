// expect: FAILED
// property: uninitialised-read
// options: --uninitialised-check
// Grid-stride sum; the total in device memory is never set to zero.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCKS 3
#define BLOCK 32

__global__ void sum_all(const unsigned *in, unsigned *total, int n)
{
    __shared__ unsigned block_sum;
    if (threadIdx.x == 0)
        block_sum = 0;
    __syncthreads();

    unsigned mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    atomicAdd(&block_sum, mine);
    __syncthreads();

    if (threadIdx.x == 0)
        atomicAdd(total, block_sum); // violation
}

int main(void)
{
    const int n = 777;
    unsigned *in = (unsigned *)calloc(n, sizeof(unsigned));
    unsigned expected = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (unsigned)(i * i) & 255u;
        expected += in[i];
    }

    unsigned *d_in, *d_total, total;
    cudaMalloc(&d_in, n * sizeof(unsigned));
    cudaMalloc(&d_total, sizeof(unsigned));
    cudaMemcpy(d_in, in, n * sizeof(unsigned), cudaMemcpyHostToDevice);
    sum_all<<<BLOCKS, BLOCK>>>(d_in, d_total, n);
    cudaMemcpy(&total, d_total, sizeof(unsigned), cudaMemcpyDeviceToHost);

    printf("total %u, expected %u\n", total, expected);
    cudaFree(d_in);
    cudaFree(d_total);
    free(in);
    return 0;
}
