// expect: FAILED
// property: data-race
// All blocks use the same part of a scratch array in global memory; the barrier is one of a block.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 32
#define BLOCKS 4
#define N (BLOCK * BLOCKS)

__global__ void turn_around(int *data, int *scratch)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * blockDim.x;
    int *mine = scratch;
    mine[tid] = data[base + tid]; // violation
    __syncthreads();
    data[base + tid] = mine[BLOCK - 1 - tid]; // violation
}

int main(void)
{
    int data[N];
    for (int i = 0; i < N; i++)
        data[i] = i;
    int *d_data, *d_scratch;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMalloc((void **)&d_scratch, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    turn_around<<<BLOCKS, BLOCK>>>(d_data, d_scratch);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", data[i]);
    cudaFree(d_data);
    cudaFree(d_scratch);
    return 0;
}
