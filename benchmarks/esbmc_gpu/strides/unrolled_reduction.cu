// expect: SUCCESSFUL
// Maximum of each block by a tree whose rounds are written out, from a distance of 128 down to 1.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 256
#define N 512

__device__ void fold(volatile int *data, int tid, int distance)
{
    if (tid < distance && data[tid + distance] > data[tid])
        data[tid] = data[tid + distance];
    __syncthreads();
}

__global__ void maxima(const int *in, int *out)
{
    __shared__ int data[BLOCK];
    int tid = threadIdx.x;
    data[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    fold(data, tid, 128);
    fold(data, tid, 64);
    fold(data, tid, 32);
    fold(data, tid, 16);
    fold(data, tid, 8);
    fold(data, tid, 4);
    fold(data, tid, 2);
    fold(data, tid, 1);
    if (tid == 0)
        out[blockIdx.x] = data[0];
}

int main(void)
{
    int *in = (int *)malloc(N * sizeof *in);
    int out[N / BLOCK];
    for (int i = 0; i < N; i++)
        in[i] = (i * 613) % 1021;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, N * sizeof *in);
    cudaMalloc((void **)&d_out, sizeof out);
    cudaMemcpy(d_in, in, N * sizeof *in, cudaMemcpyHostToDevice);
    maxima<<<N / BLOCK, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int b = 0; b < N / BLOCK; b++) {
        int best = in[b * BLOCK];
        for (int i = 1; i < BLOCK; i++)
            best = in[b * BLOCK + i] > best ? in[b * BLOCK + i] : best;
        assert(out[b] == best);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    return 0;
}
