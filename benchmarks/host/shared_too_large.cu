// expect: FAILED
// property: launch-config
// Reduction by two launches; the first asks for shared memory for all elements of all threads.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 32

__global__ void block_sums(const long long *in, long long *out, int n)
{
    extern __shared__ long long cache[];
    int tid = threadIdx.x;
    int i = blockIdx.x * (blockDim.x * 2) + tid;
    long long sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    cache[tid] = sum;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            cache[tid] += cache[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = cache[0];
}

int main(void)
{
    const int n = 500;
    const int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
    long long *in = (long long *)malloc(n * sizeof(long long));
    for (int i = 0; i < n; i++)
        in[i] = 1000000000LL + i;

    long long *d_in, *d_partial, *d_total;
    cudaMalloc((void **)&d_in, n * sizeof(long long));
    cudaMalloc((void **)&d_partial, blocks * sizeof(long long));
    cudaMalloc((void **)&d_total, sizeof(long long));
    cudaMemcpy(d_in, in, n * sizeof(long long), cudaMemcpyHostToDevice);

    block_sums<<<blocks, BLOCK, n * BLOCK * sizeof(long long)>>>(d_in, d_partial, n); // violation
    block_sums<<<1, BLOCK, BLOCK * sizeof(long long)>>>(d_partial, d_total, blocks);

    long long total = 0;
    cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost);
    printf("total %lld\n", total);
    assert(total == n * 1000000000LL + (long long)n * (n - 1) / 2);

    cudaFree(d_in);
    cudaFree(d_partial);
    cudaFree(d_total);
    free(in);
    return 0;
}
