// expect: SUCCESSFUL
// The bins of a histogram are spread over the shared memory of the blocks of a cluster.
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#define CLUSTER 2
#define BLOCKS 4
#define THREADS 8
#define N (BLOCKS * THREADS * 2)
#define BINS 16
#define SHARE (BINS / CLUSTER)

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(CLUSTER, 1, 1) count(const int *values, int *bins)
{
    extern __shared__ int share[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < SHARE; i += blockDim.x)
        share[i] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        int bin = values[i];
        int *there = cluster.map_shared_rank(share, bin / SHARE);
        atomicAdd(&there[bin % SHARE], 1);
    }
    cluster.sync();
    int *mine = bins + cluster.block_rank() * SHARE;
    for (int i = threadIdx.x; i < SHARE; i += blockDim.x)
        atomicAdd(&mine[i], share[i]);
}

int main(void)
{
    int values[N], bins[BINS] = {0};
    for (int i = 0; i < N; i++)
        values[i] = i * 5 % BINS;
    int *d_values, *d_bins;
    cudaMalloc(&d_values, sizeof(values));
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    count<<<BLOCKS, THREADS, SHARE * sizeof(int)>>>(d_values, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BINS; b++)
        assert(bins[b] == N / BINS);
    cudaFree(d_values);
    cudaFree(d_bins);
    return 0;
}
