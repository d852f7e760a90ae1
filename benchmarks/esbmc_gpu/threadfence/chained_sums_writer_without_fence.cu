// expect: FAILED
// property: data-race
// Blocks pass a total on; nothing makes it visible before the flag that announces it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3
#define BLOCK 32

__device__ int total[BLOCKS + 1];
__device__ volatile int ready[BLOCKS + 1];

__global__ void chain(const int *in, int *before)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * BLOCK + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        int base = 0;
        if (blockIdx.x > 0) {
            while (!ready[blockIdx.x])
                ;
            __threadfence();
            base = total[blockIdx.x]; // violation
        }
        before[blockIdx.x] = base;
        total[blockIdx.x + 1] = base + sum; // violation
        ready[blockIdx.x + 1] = 1;
    }
}

int main(void)
{
    int in[BLOCKS * BLOCK], before[BLOCKS], sum = 0;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        in[i] = 2 * i + 1;
    int *d_in, *d_before;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_before, sizeof(before));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    chain<<<BLOCKS, BLOCK>>>(d_in, d_before);
    cudaMemcpy(before, d_before, sizeof(before), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * BLOCK; i++) {
        if (i % BLOCK == 0)
            printf("%d %d\n", before[i / BLOCK], sum);
        sum += in[i];
    }
    cudaFree(d_in);
    cudaFree(d_before);
    return 0;
}
