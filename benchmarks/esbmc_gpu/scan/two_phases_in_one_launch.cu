// expect: FAILED
// property: data-race
// Scan whose blocks add the sums of the blocks before them in the same launch, behind a barrier of their own.
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
    if (t == BLOCK - 1)
        sums[blockIdx.x] = buffer[now][t]; // violation
    __syncthreads();
    if (i < n)
        for (int b = 0; b < blockIdx.x; b++)
            data[i] += sums[b]; // violation
}

static void scan(int *d_data, int n)
{
    int *d_sums;
    cudaMalloc((void **)&d_sums, blocks_for(n) * sizeof(int));
    scan_blocks<<<blocks_for(n), BLOCK>>>(d_data, d_sums, n);
    cudaFree(d_sums);
}

int main(void)
{
    const int n = 500;
    int *data = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        data[i] = i;
    int *d_data;
    cudaMalloc((void **)&d_data, n * sizeof(int));
    cudaMemcpy(d_data, data, n * sizeof(int), cudaMemcpyHostToDevice);
    scan(d_data, n);
    cudaMemcpy(data, d_data, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%d ", data[i]);
    cudaFree(d_data);
    free(data);
    return 0;
}
