// expect: SUCCESSFUL
// Minimum, maximum, mean and the number of values above the mean, by several small kernels.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 333
#define BLOCK 64

struct Summary {
    int min, max, above;
    long long sum;
};

__device__ struct Summary summary;

__global__ void clear(void)
{
    summary.min = INT_MAX;
    summary.max = INT_MIN;
    summary.above = 0;
    summary.sum = 0;
}

__global__ void extremes(const int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicMin(&summary.min, v[i]);
        atomicMax(&summary.max, v[i]);
        atomicAdd((unsigned long long *)&summary.sum, (unsigned long long)v[i]);
    }
}

__global__ void count_above(const int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mean = (int)(summary.sum / n);
    if (i < n && v[i] > mean)
        atomicAdd(&summary.above, 1);
}

int main(void)
{
    int v[N];
    for (int i = 0; i < N; i++)
        v[i] = i * 10 - 500;
    int *d_v;
    struct Summary s;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    const int grid = (N + BLOCK - 1) / BLOCK;
    clear<<<1, 1>>>();
    extremes<<<grid, BLOCK>>>(d_v, N);
    count_above<<<grid, BLOCK>>>(d_v, N);
    cudaMemcpyFromSymbol(&s, summary, sizeof(s));
    cudaFree(d_v);

    printf("min %d max %d sum %lld above %d\n", s.min, s.max, s.sum, s.above);
    assert(s.min == -500 && s.max == 2820);
    assert(s.sum == 386280);
    assert(s.above == 166);
    return 0;
}
