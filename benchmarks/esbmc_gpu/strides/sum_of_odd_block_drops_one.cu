// expect: FAILED
// property: assertion
// Sums of blocks of 96 threads by halving; of an odd number left, the last one is dropped.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 96
#define BLOCKS 6
#define N (BLOCK * BLOCKS)

__global__ void block_sums(const short *in, int *out)
{
    __shared__ int part[BLOCK];
    int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * BLOCK + tid];
    __syncthreads();
    for (int left = BLOCK; left > 1;) {
        int half = left / 2;
        if (tid < half)
            part[tid] += part[tid + half];
        left = half;
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}

int main(void)
{
    short in[N];
    int out[BLOCKS];
    for (int i = 0; i < N; i++)
        in[i] = (short)(i * 3 - 100);

    short *d_in;
    int *d_out;
    cudaMalloc((void **)&d_in, sizeof in);
    cudaMalloc((void **)&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    block_sums<<<BLOCKS, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++)
            sum += in[b * BLOCK + i];
        assert(out[b] == sum); // violation
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
