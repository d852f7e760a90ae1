// expect: FAILED
// property: assertion
// Smallest and largest value of each block; threads past the end stand for zero, which is smaller than the values.
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
    part[t].low = i < n ? v[i] : 0;
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
        v[i] = 5000 - i;
    cudaMalloc(&d_v, sizeof(v));
    cudaMalloc(&d_result, sizeof(result));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    ranges<<<BLOCKS, BLOCK>>>(d_v, d_result, N);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    assert(result[BLOCKS - 1].high == 5000 - 128 * (BLOCKS - 1));
    assert(result[BLOCKS - 1].low == 5000 - (N - 1)); // violation
    cudaFree(d_v);
    cudaFree(d_result);
    return 0;
}
