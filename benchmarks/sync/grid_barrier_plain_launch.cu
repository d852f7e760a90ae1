// expect: FAILED
// property: api-misuse
// The kernel has a barrier of the grid, and is not launched cooperatively.
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
    grid.sync(); // violation
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
    shares<<<BLOCKS, THREADS>>>(d_in, d_out, d_sums);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    cudaFree(d_sums);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
