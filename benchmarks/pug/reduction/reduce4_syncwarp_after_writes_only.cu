// expect: FAILED
// property: data-race
// Reduction 4 that keeps its writes apart from the reads of the next round, but not from those of the same one.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define COUNT 500
#define BLOCKS ((COUNT + 2 * BLOCK - 1) / (2 * BLOCK))

__device__ void last_warp(int *data, unsigned int tid)
{
    int mine = data[tid];
    for (unsigned int s = 32; s > 0; s >>= 1) {
        mine += data[tid + s]; // violation
        data[tid] = mine; // violation
        __syncwarp(); // all have written
    }
}

__global__ void reduce4(const int *in, int *partial, unsigned int n)
{
    __shared__ int data[BLOCK];
    const unsigned int tid = threadIdx.x;
    const unsigned int i = blockIdx.x * (blockDim.x * 2) + tid;

    int mine = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        mine += in[i + blockDim.x];
    data[tid] = mine;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads(); // the round is complete
    }
    if (tid < 32)
        last_warp(data, tid);
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

int main(void)
{
    int *in = (int *)malloc(COUNT * sizeof(int));
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = (i * 37 + i / 7) % 101 - 50;
        expected += in[i];
    }

    int partial[BLOCKS];
    int *d_in, *d_partial;
    cudaMalloc((void **)&d_in, COUNT * sizeof(int));
    cudaMalloc((void **)&d_partial, BLOCKS * sizeof(int));
    cudaMemcpy(d_in, in, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    reduce4<<<BLOCKS, BLOCK>>>(d_in, d_partial, COUNT);
    cudaMemcpy(partial, d_partial, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0;
    for (int i = 0; i < BLOCKS; i++)
        sum += partial[i];
    printf("sum %d, expected %d\n", sum, expected);

    cudaFree(d_in);
    cudaFree(d_partial);
    free(in);
    return 0;
}
