// expect: FAILED
// property: data-race
// Minimum and maximum in which a thread whose maximum changes also writes its neighbour's.
#include <limits.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 64
#define COUNT 230
#define BLOCKS ((COUNT + BLOCK - 1) / BLOCK)

__device__ void reduce_both(int *lows, int *highs, int low, int high)
{
    const int tid = threadIdx.x;
    lows[tid] = low;
    highs[tid] = high;
    __syncthreads(); // the values are there
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (tid < half) {
            if (lows[tid + half] < lows[tid])
                lows[tid] = lows[tid + half];
            if (highs[tid + half] > highs[tid]) // violation
                highs[tid] = highs[tid ^ 1] = highs[tid + half]; // violation
        }
        __syncthreads(); // the round is complete
    }
}

__global__ void min_max_of_blocks(int *block_lows, int *block_highs, const int *values, int n)
{
    __shared__ int lows[BLOCK], highs[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    reduce_both(lows, highs, i < n ? values[i] : INT_MAX, i < n ? values[i] : INT_MIN);
    if (threadIdx.x == 0) {
        block_lows[blockIdx.x] = lows[0];
        block_highs[blockIdx.x] = highs[0];
    }
}

__global__ void min_max_of_results(int *result, const int *block_lows, const int *block_highs, int blocks)
{
    __shared__ int lows[BLOCK], highs[BLOCK];
    const int i = threadIdx.x;
    reduce_both(lows, highs, i < blocks ? block_lows[i] : INT_MAX, i < blocks ? block_highs[i] : INT_MIN);
    if (i == 0) {
        result[0] = lows[0];
        result[1] = highs[0];
    }
}

int main(void)
{
    int values[COUNT], result[2];
    for (int i = 0; i < COUNT; i++)
        values[i] = (i * 83) % 211 - 70;
    values[100] = -500;
    values[201] = 700;

    int *d_values, *d_lows, *d_highs, *d_result;
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMalloc((void **)&d_lows, BLOCKS * sizeof(int));
    cudaMalloc((void **)&d_highs, BLOCKS * sizeof(int));
    cudaMalloc((void **)&d_result, sizeof(result));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    min_max_of_blocks<<<BLOCKS, BLOCK>>>(d_lows, d_highs, d_values, COUNT);
    min_max_of_results<<<1, BLOCK>>>(d_result, d_lows, d_highs, BLOCKS);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);

    printf("from %d to %d\n", result[0], result[1]);
    cudaFree(d_values);
    cudaFree(d_lows);
    cudaFree(d_highs);
    cudaFree(d_result);
    return 0;
}
