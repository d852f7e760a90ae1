// expect: SUCCESSFUL
// Smallest and largest value of each block: a struct of both is reduced in shared memory.
#include <assert.h>
#include <limits.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define BLOCKS 3
#define N 360

struct Range {
    int low, high;
};

__device__ Range join(const Range &a, const Range &b)
{
    Range r = {min(a.low, b.low), max(a.high, b.high)};
    return r;
}

__global__ void ranges(const int *v, Range *result, int n)
{
    __shared__ Range part[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    part[t].low = i < n ? v[i] : INT_MAX;
    part[t].high = i < n ? v[i] : INT_MIN;
    for (int width = BLOCK / 2; width > 0; width >>= 1) {
        __syncthreads();
        if (t < width)
            part[t] = join(part[t], part[t + width]);
    }
    if (t == 0)
        result[blockIdx.x] = part[0];
}

int main()
{
    int v[N], *d_v;
    Range result[BLOCKS], *d_result;
    for (int i = 0; i < N; i++)
        v[i] = (i % 2 ? 1 : -1) * i;
    cudaMalloc(&d_v, sizeof(v));
    cudaMalloc(&d_result, sizeof(result));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    ranges<<<BLOCKS, BLOCK>>>(d_v, d_result, N);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS - 1; b++)
        assert(result[b].low == -(128 * b + 126) && result[b].high == 128 * b + 127);
    assert(result[BLOCKS - 1].low == -358 && result[BLOCKS - 1].high == 359);
    cudaFree(d_v);
    cudaFree(d_result);
    return 0;
}
