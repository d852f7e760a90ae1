// expect: SUCCESSFUL
// options: --warp-sync 32
// Reduction 6: several elements for each thread in strides of the grid, and the last warp in lockstep.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr unsigned int BLOCK = 128;
constexpr unsigned int COUNT = 850, BLOCKS = 2;

template <unsigned int blockSize, bool isPowerOfTwo>
__global__ void reduce6(const int *in, int *partial, unsigned int n)
{
    __shared__ int data[blockSize];
    const unsigned int tid = threadIdx.x;
    const unsigned int step = blockSize * 2 * gridDim.x;

    int mine = 0;
    for (unsigned int i = blockIdx.x * (blockSize * 2) + tid; i < n; i += step) {
        mine += in[i];
        if (isPowerOfTwo || i + blockSize < n)
            mine += in[i + blockSize];
    }
    data[tid] = mine;
    __syncthreads(); // data is complete

    if (blockSize >= 256) {
        if (tid < 128)
            data[tid] = mine = mine + data[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64)
            data[tid] = mine = mine + data[tid + 64];
        __syncthreads(); // 64 are left
    }
    if (tid < 32) {
        volatile int *last = data;
        if (blockSize >= 64)
            last[tid] = mine = mine + last[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2)
            last[tid] = mine = mine + last[tid + offset];
    }
    if (tid == 0)
        partial[blockIdx.x] = mine;
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
    if ((COUNT & (COUNT - 1)) == 0)
        reduce6<BLOCK, true><<<BLOCKS, BLOCK>>>(d_in, d_partial, COUNT);
    else
        reduce6<BLOCK, false><<<BLOCKS, BLOCK>>>(d_in, d_partial, COUNT);
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
