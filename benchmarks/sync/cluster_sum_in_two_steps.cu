// expect: SUCCESSFUL
// The barriers of the cluster are passed in two steps, arrival and wait.
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#define CLUSTER 4
#define THREADS 16
#define N (2 * CLUSTER * THREADS)

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(CLUSTER) sums(const int *in, int *out)
{
    __shared__ int sum;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * THREADS + threadIdx.x]);
    cluster.barrier_arrive();
    cluster.barrier_wait();
    if (cluster.thread_rank() == 0) {
        int all = 0;
        for (unsigned rank = 0; rank < cluster.num_blocks(); rank++)
            all += *cluster.map_shared_rank(&sum, rank);
        out[blockIdx.x / CLUSTER] = all;
    }
    cluster.barrier_arrive();
    cluster.barrier_wait();
}

int main(void)
{
    int in[N], out[2];
    for (int i = 0; i < N; i++)
        in[i] = i;
    int *d_in, *d_out;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sums<<<2 * CLUSTER, THREADS>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    assert(out[0] == N / 2 * (N / 2 - 1) / 2 && out[0] + out[1] == N * (N - 1) / 2);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
