// expect: SUCCESSFUL
// Range, sum and set of flags of the readings of each warp by the reduce functions; 1000 readings, none left over.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define READINGS 1000
#define BLOCK 128
#define BLOCKS ((READINGS + BLOCK - 1) / BLOCK)
#define FULL 0xffffffffu

__global__ void describe(const int *in, int *lowest, int *highest, int *sum, unsigned int *flags)
{
    __shared__ int total;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();

    int low = INT_MAX, high = INT_MIN, value = 0;
    unsigned int flag = 0;
    if (i < READINGS) {
        low = high = value = in[i];
        flag = 1u << (value & 7);
    }
    low = __reduce_min_sync(FULL, low);
    high = __reduce_max_sync(FULL, high);
    value = __reduce_add_sync(FULL, value);
    flag = __reduce_or_sync(FULL, flag);
    if (threadIdx.x % 32 == 0) {
        atomicMin(lowest, low);
        atomicMax(highest, high);
        atomicOr(flags, flag);
        atomicAdd(&total, value);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        sum[blockIdx.x] = total;
}

int main(void)
{
    int in[READINGS], sum[BLOCKS], range[2] = {INT_MAX, INT_MIN};
    unsigned int flags = 0;
    for (int i = 0; i < READINGS; i++)
        in[i] = 8 * ((i * 37) % 1009) - 4000 + i % 3;
    int *d_in, *d_sum, *d_range;
    unsigned int *d_flags;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    cudaMalloc((void **)&d_range, sizeof(range));
    cudaMalloc((void **)&d_flags, sizeof(flags));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemcpy(d_range, range, sizeof(range), cudaMemcpyHostToDevice);
    cudaMemcpy(d_flags, &flags, sizeof(flags), cudaMemcpyHostToDevice);
    describe<<<BLOCKS, BLOCK>>>(d_in, d_range, d_range + 1, d_sum, d_flags);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaMemcpy(range, d_range, sizeof(range), cudaMemcpyDeviceToHost);
    cudaMemcpy(&flags, d_flags, sizeof(flags), cudaMemcpyDeviceToHost);

    int low = in[0], high = in[0], difference = 0;
    for (int i = 0; i < READINGS; i++) {
        low = in[i] < low ? in[i] : low;
        high = in[i] > high ? in[i] : high;
        difference += in[i];
    }
    for (int b = 0; b < BLOCKS; b++)
        difference -= sum[b];
    assert(range[0] == low && range[1] == high);
    assert(difference == 0);
    assert(flags == 7);
    cudaFree(d_in);
    cudaFree(d_sum);
    cudaFree(d_range);
    cudaFree(d_flags);
    return 0;
}
