/* The classical reduction in shared memory; its last warp needs __syncwarp() alone. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__device__ void last_warp(int *s, int t) {
    int v = s[t] + s[t + 32];
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        s[t] = v;
        __syncwarp();
        v += s[(t + d) & 31];
        __syncwarp();
    }
    s[t] = v;
}
__global__ void sum(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (int d = blockDim.x / 2; d > 32; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) last_warp(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}
int main(void) {
    int n = N, blocks = (n + 511) / 512, total = 0, expected = 0;
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)malloc(blocks * sizeof(int)), *in, *out;
    for (int i = 0; i < n; i++) expected += h[i] = i % 9 - 3;
    cudaMalloc((void **)&in, n * sizeof(int));
    cudaMalloc((void **)&out, blocks * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    sum<<<blocks, 256, 256 * sizeof(int)>>>(in, out, n);
    cudaMemcpy(r, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) total += r[b];
    assert(total == expected);
    cudaFree(in); cudaFree(out); free(h); free(r);
    return 0;
}
