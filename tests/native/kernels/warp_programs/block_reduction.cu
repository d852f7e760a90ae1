/* Sums by shuffles, with shared memory between the warps of a block. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__device__ float warp_sum(float v) {
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}
__global__ void sum(const float *in, float *out, int n) {
    __shared__ float sums[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    v = warp_sum(v);
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0;
    if (warp == 0) v = warp_sum(v);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}
int main(void) {
    int n = N, blocks = (n + 511) / 512;
    float *h = (float *)malloc(n * sizeof(float)), *in, *out, total;
    double expected = 0;
    for (int i = 0; i < n; i++) expected += h[i] = i % 5;
    cudaMalloc((void **)&in, n * sizeof(float));
    cudaMalloc((void **)&out, blocks * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    sum<<<blocks, 256>>>(in, out, n);
    sum<<<1, 128>>>(out, in, blocks);
    cudaMemcpy(&total, in, sizeof total, cudaMemcpyDeviceToHost);
    assert(total == expected);
    cudaFree(in); cudaFree(out); free(h);
    return 0;
}
