// expect: FAILED
// property: launch-config
// The grid is not a multiple of the cluster.
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#define CLUSTER 4
#define THREADS 8
#define N (2 * CLUSTER * THREADS)

namespace cg = cooperative_groups;

// Each block keeps its part of the line in shared memory, and its neighbours' ends are read where they are.
__global__ void smooth(const int *in, int *out, int steps)
{
    __shared__ int part[2][THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), last = cluster.num_blocks() - 1;
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    part[0][t] = in[i];
    cluster.sync();
    for (int s = 0; s < steps; s++) {
        int *now = part[s % 2];
        int left = now[t], right = now[t];
        if (t > 0)
            left = now[t - 1];
        else if (rank > 0)
            left = cluster.map_shared_rank(now, rank - 1)[THREADS - 1];
        if (t < THREADS - 1)
            right = now[t + 1];
        else if (rank < last)
            right = cluster.map_shared_rank(now, rank + 1)[0];
        part[(s + 1) % 2][t] = left + now[t] + right;
        cluster.sync();
    }
    out[i] = part[steps % 2][t];
}

static void expected(const int *in, int *out, int steps)
{
    static int now[CLUSTER * THREADS], then[CLUSTER * THREADS];
    int n = CLUSTER * THREADS;
    for (int i = 0; i < n; i++)
        now[i] = in[i];
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            then[i] = now[i > 0 ? i - 1 : i] + now[i] + now[i < n - 1 ? i + 1 : i];
        for (int i = 0; i < n; i++)
            now[i] = then[i];
    }
    for (int i = 0; i < n; i++)
        out[i] = now[i];
}

int main(void)
{
    int in[N], out[N], right[N];
    for (int i = 0; i < N; i++)
        in[i] = i * i % 7;
    int *d_in, *d_out;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2 * CLUSTER - 1);
    config.blockDim = dim3(THREADS);
    cudaLaunchAttribute attributes[1];
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim = {CLUSTER, 1, 1};
    config.attrs = attributes;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, smooth, (const int *)d_in, d_out, 3); // violation

    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    expected(in, right, 3);
    expected(in + N / 2, right + N / 2, 3);
    for (int i = 0; i < N; i++)
        assert(out[i] == right[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
