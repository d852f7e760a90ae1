// expect: SUCCESSFUL
// Every thread of a cooperative launch uses the sums of all blocks, behind a barrier of the grid.
#include <assert.h>
#include <stdio.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#define BLOCKS 4
#define THREADS 8
#define N (BLOCKS * THREADS)

namespace cg = cooperative_groups;

__global__ void shares(const int *in, int *out, int *sums)
{
    cg::grid_group grid = cg::this_grid();
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sum, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
    grid.sync();
    int total = 0;
    for (int b = 0; b < BLOCKS; b++)
        total += sums[b];
    out[i] = total - in[i];
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = 3 * i + 1;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    int *d_sums;
    cudaMalloc((void **)&d_sums, BLOCKS * sizeof(int));
    void *arguments[] = {&d_in, &d_out, &d_sums};
    cudaLaunchCooperativeKernel((void *)shares, dim3(BLOCKS), dim3(THREADS), arguments, 0, 0);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int total = 0;
    for (int i = 0; i < N; i++)
        total += in[i];
    for (int i = 0; i < N; i++)
        assert(out[i] == total - in[i]);
    cudaFree(d_sums);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
