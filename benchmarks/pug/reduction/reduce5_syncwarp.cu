// expect: SUCCESSFUL
// Reduction 5: completely unrolled by a template over the block size, with warp barriers in the last warp.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr unsigned int BLOCK = 128;
constexpr unsigned int COUNT = 500, BLOCKS = (COUNT + 2 * BLOCK - 1) / (2 * BLOCK);

template <unsigned int blockSize>
__device__ void last_warp(int *data, unsigned int tid)
{
    if (blockSize >= 64) {
        int other = data[tid + 32];
        __syncwarp(); // 32: all have read
        data[tid] += other;
        __syncwarp(); // 32: all have written
    }
    if (blockSize >= 32) {
        int other = data[tid + 16];
        __syncwarp(); // 16: all have read
        data[tid] += other;
        __syncwarp(); // 16: all have written
    }
    if (blockSize >= 16) {
        int other = data[tid + 8];
        __syncwarp(); // 8: all have read
        data[tid] += other;
        __syncwarp(); // 8: all have written
    }
    if (blockSize >= 8) {
        int other = data[tid + 4];
        __syncwarp(); // 4: all have read
        data[tid] += other;
        __syncwarp(); // 4: all have written
    }
    if (blockSize >= 4) {
        int other = data[tid + 2];
        __syncwarp(); // 2: all have read
        data[tid] += other;
        __syncwarp(); // 2: all have written
    }
    if (blockSize >= 2) {
        int other = data[tid + 1];
        __syncwarp(); // 1: all have read
        data[tid] += other;
        __syncwarp(); // 1: all have written
    }
}

template <unsigned int blockSize>
__global__ void reduce5(const int *in, int *partial, unsigned int n)
{
    __shared__ int data[blockSize];
    const unsigned int tid = threadIdx.x;
    const unsigned int i = blockIdx.x * (blockSize * 2) + tid;

    data[tid] = (i < n ? in[i] : 0) + (i + blockSize < n ? in[i + blockSize] : 0);
    __syncthreads(); // data is complete

    if (blockSize >= 512) {
        if (tid < 256)
            data[tid] += data[tid + 256];
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128)
            data[tid] += data[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64)
            data[tid] += data[tid + 64];
        __syncthreads(); // 64 are left
    }
    if (tid < 32)
        last_warp<blockSize>(data, tid);
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

int main(void)
{
    int *in = (int *)malloc(COUNT * sizeof(int));
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = (i * 37 + i / 7) % 101 - 50;
        expected += in[i];
    }

    int partial[BLOCKS];
    int *d_in, *d_partial;
    cudaMalloc((void **)&d_in, COUNT * sizeof(int));
    cudaMalloc((void **)&d_partial, BLOCKS * sizeof(int));
    cudaMemcpy(d_in, in, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    switch (BLOCK) {
    case 256: reduce5<256><<<BLOCKS, BLOCK>>>(d_in, d_partial, COUNT); break;
    case 128: reduce5<128><<<BLOCKS, BLOCK>>>(d_in, d_partial, COUNT); break;
    case 64: reduce5<64><<<BLOCKS, BLOCK>>>(d_in, d_partial, COUNT); break;
    }
    cudaMemcpy(partial, d_partial, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0;
    for (int i = 0; i < BLOCKS; i++)
        sum += partial[i];
    printf("sum %d, expected %d\n", sum, expected);
    assert(sum == expected);

    cudaFree(d_in);
    cudaFree(d_partial);
    free(in);
    return 0;
}
