// expect: SUCCESSFUL
// Three blocks wait for each other by counting arrivals, with fences, before they read what the others wrote.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3

__device__ int arrived;

__device__ void wait_for_all(int expected)
{
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < expected) {
    }
    __threadfence();
}

__global__ void neighbours(int *value, int *sum)
{
    int b = blockIdx.x;
    value[b] = 10 * b + 1;
    wait_for_all(gridDim.x);
    sum[b] = value[b] + value[(b + 1) % gridDim.x];
}

int main(void)
{
    int sum[BLOCKS], *d_value, *d_sum;
    cudaMalloc((void **)&d_value, sizeof(sum));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    neighbours<<<BLOCKS, 1>>>(d_value, d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        assert(sum[b] == 10 * b + 10 * ((b + 1) % BLOCKS) + 2);
    cudaFree(d_value);
    cudaFree(d_sum);
    return 0;
}
