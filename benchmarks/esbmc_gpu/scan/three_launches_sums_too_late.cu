// expect: FAILED
// property: assertion
// Scan by three launches in the wrong order: the sums of the blocks are added before they are scanned.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 128

static int blocks_for(int n)
{
    return (n + BLOCK - 1) / BLOCK;
}

__global__ void scan_blocks(int *data, int *sums, int n)
{
    __shared__ int buffer[2][BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x, now = 0;
    buffer[now][t] = i < n ? data[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        buffer[1 - now][t] = buffer[now][t] + (t >= d ? buffer[now][t - d] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (i < n)
        data[i] = buffer[now][t];
    if (sums != NULL && t == BLOCK - 1)
        sums[blockIdx.x] = buffer[now][t];
}

__global__ void add_before(int *data, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        data[i] += sums[blockIdx.x - 1];
}

static void scan(int *d_data, int n)
{
    int *d_sums;
    cudaMalloc((void **)&d_sums, blocks_for(n) * sizeof(int));
    scan_blocks<<<blocks_for(n), BLOCK>>>(d_data, d_sums, n);
    add_before<<<blocks_for(n), BLOCK>>>(d_data, d_sums, n);
    scan_blocks<<<1, BLOCK>>>(d_sums, NULL, blocks_for(n));
    cudaFree(d_sums);
}

int main(void)
{
    const int n = 300;
    int *data = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        data[i] = i;
    int *d_data;
    cudaMalloc((void **)&d_data, n * sizeof(int));
    cudaMemcpy(d_data, data, n * sizeof(int), cudaMemcpyHostToDevice);
    scan(d_data, n);
    cudaMemcpy(data, d_data, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        assert(data[i] == i * (i + 1) / 2); // violation
    cudaFree(d_data);
    free(data);
    return 0;
}
