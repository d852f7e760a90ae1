/* Prefix sums by shuffles: of each block, of the sums of blocks, and of all. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__device__ int warp_scan(int v, int lane) {
    for (int offset = 1; offset < 32; offset *= 2) {
        int below = __shfl_up_sync(0xffffffffu, v, offset);
        if (lane >= offset) v += below;
    }
    return v;
}
__global__ void scan(const int *in, int *out, int *sums, int n) {
    __shared__ int ends[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = warp_scan(i < n ? in[i] : 0, lane);
    if (lane == 31) ends[warp] = v;
    __syncthreads();
    if (warp == 0) ends[lane] = warp_scan(lane < blockDim.x / 32 ? ends[lane] : 0, lane);
    __syncthreads();
    if (warp > 0) v += ends[warp - 1];
    if (i < n) out[i] = v;
    if (sums && threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}
__global__ void add(int *out, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}
int main(void) {
    int n = N, blocks = (n + 127) / 128, sum = 0;
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)malloc(n * sizeof(int)), *in, *out, *sums;
    for (int i = 0; i < n; i++) h[i] = i * 7 % 11 - 3;
    cudaMalloc((void **)&in, n * sizeof(int));
    cudaMalloc((void **)&out, n * sizeof(int));
    cudaMalloc((void **)&sums, blocks * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    scan<<<blocks, 128>>>(in, out, sums, n);
    scan<<<1, (blocks + 31) / 32 * 32>>>(sums, sums, 0, blocks);
    add<<<blocks, 128>>>(out, sums, n);
    cudaMemcpy(r, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        sum += h[i];
        assert(r[i] == sum);
    }
    cudaFree(in); cudaFree(out); cudaFree(sums); free(h); free(r);
    return 0;
}
