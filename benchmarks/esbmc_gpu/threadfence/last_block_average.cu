// expect: SUCCESSFUL
// Average in one launch: blocks leave their sums, and all threads of the block that finishes last add them up.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3
#define BLOCK 32
#define N (BLOCKS * BLOCK)

__device__ unsigned int blocks_done = 0;

__global__ void average(const float *in, float *sums, float *result)
{
    __shared__ bool last;
    float v = in[blockIdx.x * BLOCK + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = v;
        __threadfence();
        last = atomicAdd(&blocks_done, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        v = threadIdx.x < BLOCKS ? sums[threadIdx.x] : 0.0f;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffffu, v, d);
        if (threadIdx.x == 0)
            *result = v / N;
    }
}

int main(void)
{
    float in[N], result = 0.0f;
    for (int i = 0; i < N; i++)
        in[i] = i < N / 2 ? 1.0f : 4.0f;
    float *d_in, *d_sums, *d_result;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_sums, BLOCKS * sizeof(float));
    cudaMalloc((void **)&d_result, sizeof(float));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    average<<<BLOCKS, BLOCK>>>(d_in, d_sums, d_result);
    cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost);
    assert(result == 2.5f);
    cudaFree(d_in);
    cudaFree(d_sums);
    cudaFree(d_result);
    return 0;
}
