// expect: FAILED
// property: memory-space
// A block writes into the shared memory of another one that may not have started.
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#define CLUSTER 2
#define THREADS 4

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(CLUSTER) swap(const int *in, int *out)
{
    __shared__ int box[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    int i = blockIdx.x * THREADS + threadIdx.x;
    cluster.map_shared_rank(box, 1 - cluster.block_rank())[threadIdx.x] = in[i]; // violation
    cluster.sync();
    out[i] = box[threadIdx.x];
}

int main(void)
{
    int in[2 * THREADS], out[2 * THREADS];
    for (int i = 0; i < 2 * THREADS; i++)
        in[i] = i;
    int *d_in, *d_out;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    swap<<<2, THREADS>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2 * THREADS; i++)
        assert(out[i] == (i + THREADS) % (2 * THREADS));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
