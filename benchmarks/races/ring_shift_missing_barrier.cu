// expect: FAILED
// property: data-race
// Ring shift with a barrier after writing but none after reading: the next round overtakes.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 32
#define N 128

__global__ void ring_shift(int *data, int rounds)
{
    __shared__ int ring[BLOCK];
    int tid = threadIdx.x;
    int mine = data[blockIdx.x * blockDim.x + tid];
    for (int r = 0; r < rounds; r++) {
        ring[tid] = mine; // violation
        __syncthreads();
        mine = ring[(tid + 1) % BLOCK]; // violation
    }
    data[blockIdx.x * blockDim.x + tid] = mine;
}

int main(void)
{
    int *data = (int *)malloc(N * sizeof(int));
    for (int i = 0; i < N; i++)
        data[i] = i;

    int *d_data;
    cudaMalloc((void **)&d_data, N * sizeof(int));
    cudaMemcpy(d_data, data, N * sizeof(int), cudaMemcpyHostToDevice);
    ring_shift<<<N / BLOCK, BLOCK>>>(d_data, 5);
    cudaDeviceSynchronize();
    cudaMemcpy(data, d_data, N * sizeof(int), cudaMemcpyDeviceToHost);

    for (int i = 0; i < N; i++)
        assert(data[i] / BLOCK == i / BLOCK);
    cudaFree(d_data);
    free(data);
    return 0;
}
