/* Mean and variance of columns by structs that tiles exchange. */
#include <cooperative_groups.h>
#include <assert.h>
#include <stdlib.h>
namespace cg = cooperative_groups;
struct Moments { float sum, squares; int count; };
__device__ Moments operator+(Moments a, const Moments &b) {
    a.sum += b.sum;
    a.squares += b.squares;
    a.count += b.count;
    return a;
}
__global__ void moments(const float *in, Moments *out, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    __shared__ Moments parts[4];
    int i = blockIdx.x * blockDim.x + block.thread_rank();
    float v = i < n ? in[i] : 0;
    Moments m = {v, v * v, i < n};
    for (int o = 16; o > 0; o /= 2) m = m + warp.shfl_xor(m, o);
    if (warp.thread_rank() == 0) parts[warp.meta_group_rank()] = m;
    cg::sync(block);
    if (block.thread_rank() == 0) {
        for (int w = 1; w < 4; w++) m = m + parts[w];
        out[blockIdx.x] = m;
    }
}
int main() {
    int n = N, blocks = (n + 127) / 128;
    float *h = (float *)malloc(n * sizeof(float)), *in;
    Moments *r = (Moments *)malloc(blocks * sizeof(Moments)), *out, all = {0, 0, 0};
    for (int i = 0; i < n; i++) h[i] = i % 4;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, blocks * sizeof(Moments));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    moments<<<blocks, 128>>>(in, out, n);
    cudaMemcpy(r, out, blocks * sizeof(Moments), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) all.sum += r[b].sum, all.squares += r[b].squares, all.count += r[b].count;
    assert(all.count == n && all.squares >= all.sum);
    cudaFree(in); cudaFree(out); free(h); free(r);
}
