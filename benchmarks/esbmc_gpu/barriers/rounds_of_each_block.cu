// expect: SUCCESSFUL
// Blocks do different numbers of rounds with a barrier each, but all threads of one block do the same.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define BLOCKS 3

__global__ void rotate(int *data)
{
    __shared__ int ring[2][BLOCK];
    int t = threadIdx.x, now = 0;
    ring[0][t] = data[blockIdx.x * BLOCK + t];
    __syncthreads();
    int rounds = 2 * blockIdx.x + 1;
    for (int r = 0; r < rounds; r++) {
        ring[1 - now][(t + 1) % BLOCK] = ring[now][t];
        now = 1 - now;
        __syncthreads();
    }
    data[blockIdx.x * BLOCK + t] = ring[now][t];
}

int main(void)
{
    int data[BLOCKS * BLOCK], *d_data;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        data[i] = i;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    rotate<<<BLOCKS, BLOCK>>>(d_data);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < BLOCK; t++)
            assert(data[b * BLOCK + t] == b * BLOCK + (t + BLOCK - 2 * b - 1) % BLOCK);
    cudaFree(d_data);
    return 0;
}
