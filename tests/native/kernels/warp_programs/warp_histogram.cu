/* A histogram for each warp in shared memory, ordered by __syncwarp(). */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
#define BINS 32
__global__ void histogram(const unsigned char *in, int *out, int n) {
    __shared__ int bins[4][BINS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    bins[warp][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < n && i < (blockIdx.x + 1) * 1024; i += blockDim.x)
        atomicAdd(&bins[warp][in[i] % BINS], 1);
    __syncwarp();
    int mine = bins[warp][lane];
    __syncwarp();
    bins[warp][lane ^ 1] = mine;
    __syncthreads();
    if (warp == 0) {
        int sum = 0;
        for (int w = 0; w < 4; w++) sum += bins[w][lane ^ 1];
        atomicAdd(&out[lane], sum);
    }
}
int main(void) {
    int n = N, expected[BINS] = {0}, r[BINS], *out;
    unsigned char *h = (unsigned char *)malloc(n), *in;
    for (int i = 0; i < n; i++) expected[(h[i] = i * 37 % 251) % BINS]++;
    cudaMalloc((void **)&in, n);
    cudaMalloc((void **)&out, sizeof r);
    cudaMemset(out, 0, sizeof r);
    cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
    histogram<<<(n + 1023) / 1024, 128>>>(in, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int b = 0; b < BINS; b++) assert(r[b] == expected[b]);
    cudaFree(in); cudaFree(out); free(h);
    return 0;
}
