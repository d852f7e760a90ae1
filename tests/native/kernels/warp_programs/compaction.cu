/* Each block keeps its positive numbers, in order: places come from ballots. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__global__ void compact(const int *in, int *out, int *counts, int n) {
    __shared__ int ends[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = i < n ? in[i] : 0;
    unsigned votes = __ballot_sync(0xffffffff, v > 0);
    if (lane == 0) ends[warp] = __popc(votes);
    __syncthreads();
    int place = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < warp; w++) place += ends[w];
    if (v > 0) out[blockIdx.x * blockDim.x + place] = v;
    int all = __syncthreads_count(v > 0);
    if (threadIdx.x == 0) counts[blockIdx.x] = all;
}
int main(void) {
    int n = N, blocks = (n + 255) / 256;
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)malloc(blocks * 256 * sizeof(int)), *in, *out, *counts;
    int *c = (int *)malloc(blocks * sizeof(int));
    for (int i = 0; i < n; i++) h[i] = i * 5 % 13 - 6;
    cudaMalloc((void **)&in, n * sizeof(int));
    cudaMalloc((void **)&out, blocks * 256 * sizeof(int));
    cudaMalloc((void **)&counts, blocks * sizeof(int));
    cudaMemset(out, 0, blocks * 256 * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    compact<<<blocks, 256>>>(in, out, counts, n);
    cudaMemcpy(r, out, blocks * 256 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(c, counts, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int k = 0;
        for (int i = b * 256; i < n && i < (b + 1) * 256; i++)
            if (h[i] > 0) assert(r[b * 256 + k++] == h[i]);
        assert(c[b] == k);
    }
    cudaFree(in); cudaFree(out); cudaFree(counts); free(h); free(r); free(c);
    return 0;
}
