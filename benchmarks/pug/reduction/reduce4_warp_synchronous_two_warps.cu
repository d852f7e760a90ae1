// expect: FAILED
// property: assertion
// options: --warp-sync 32
// Reduction 4 for warps in lockstep, in which two warps take part in the unrolled rounds.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define COUNT 250
#define BLOCKS ((COUNT + 2 * BLOCK - 1) / (2 * BLOCK))

__device__ void last_warp(volatile int *data, unsigned int tid)
{
    data[tid] += data[tid + 64];
    data[tid] += data[tid + 32];
    data[tid] += data[tid + 16];
    data[tid] += data[tid + 8];
    data[tid] += data[tid + 4];
    data[tid] += data[tid + 2];
    data[tid] += data[tid + 1];
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

    for (unsigned int s = blockDim.x / 2; s > 64; s >>= 1) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads(); // the round is complete
    }
    if (tid < 64)
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
    assert(sum == expected); // violation

    cudaFree(d_in);
    cudaFree(d_partial);
    free(in);
    return 0;
}
