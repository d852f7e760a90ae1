#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <assert.h>
namespace cg = cooperative_groups;
template <class Tile> __device__ int tile_sum(const Tile &tile, int v) {
    for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
    return v;
}
__global__ void sums(const int *in, int *out, int n) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    v = tile_sum(tile, v);
    if (tile.thread_rank() == 0) atomicAdd(&out[blockIdx.x], v);
    block.sync();
}
__global__ void reduced(const int *in, int *out, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = cg::reduce(tile, i < n ? in[i] : 0, cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(&out[blockIdx.x], v);
}
__global__ void pick(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) {
        auto g = cg::coalesced_threads();
        int v = g.shfl(in[i], 0);
        out[i] = v + g.size() * 100 + g.thread_rank();
    }
}
int main() {
    const int n = N, blocks = (n + 127) / 128;
    int h[n], *in, *out, *picked;
    for (int i = 0; i < n; i++) h[i] = i % 17;
    cudaMalloc(&in, n * sizeof(int)); cudaMalloc(&out, blocks * sizeof(int)); cudaMalloc(&picked, n * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, blocks * sizeof(int));
    sums<<<blocks, 128>>>(in, out, n);
    reduced<<<blocks, 128>>>(in, out, n);
    pick<<<blocks, 128>>>(in, picked, n);
    int s[blocks];
    cudaMemcpy(s, out, sizeof s, cudaMemcpyDeviceToHost);
    int total = 0, expected = 0;
    for (int b = 0; b < blocks; b++) total += s[b];
    for (int i = 0; i < n; i++) expected += 2 * h[i];
    assert(total == expected);
    cudaFree(in); cudaFree(out); cudaFree(picked);
}
