// expect: FAILED
// property: barrier-divergence
// Sums of warps of 1000 readings; the lanes past the end skip the reduction whose mask names them, and wait further on.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define READINGS 1000
#define BLOCK 128
#define BLOCKS ((READINGS + BLOCK - 1) / BLOCK)
#define FULL 0xffffffffu

__global__ void describe(const int *in, int *sum)
{
    __shared__ int total;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();

    if (i < READINGS) {
        int value = __reduce_add_sync(FULL, in[i]); // violation
        if (threadIdx.x % 32 == 0)
            atomicAdd(&total, value);
    }
    __syncthreads(); // violation
    if (threadIdx.x == 0)
        sum[blockIdx.x] = total;
}

int main(void)
{
    int in[READINGS], sum[BLOCKS];
    for (int i = 0; i < READINGS; i++)
        in[i] = 8 * ((i * 37) % 1009) - 4000 + i % 3;
    int *d_in, *d_sum;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    describe<<<BLOCKS, BLOCK>>>(d_in, d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);

    int total = 0;
    for (int b = 0; b < BLOCKS; b++)
        total += sum[b];
    printf("mean %d\n", total / READINGS);
    cudaFree(d_in);
    cudaFree(d_sum);
    return 0;
}
