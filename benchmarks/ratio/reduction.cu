// expect: SUCCESSFUL
// The sum of all elements: a tree in the shared memory of each block, the rest on the host; reduction.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 512
#endif
#define BLOCK 256

__global__ void reduce(const float *in, float *sums)
{
    __shared__ float part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

int main()
{
    float *in = (float *)malloc(N * sizeof(float));
    float *sums = (float *)malloc(N / BLOCK * sizeof(float));
    for (int i = 0; i < N; ++i)
        in[i] = (float)(i % 11);
    float *d_in, *d_sums;
    cudaMalloc((void **)&d_in, N * sizeof(float));
    cudaMalloc((void **)&d_sums, N / BLOCK * sizeof(float));
    cudaMemcpy(d_in, in, N * sizeof(float), cudaMemcpyHostToDevice);
    reduce<<<N / BLOCK, BLOCK>>>(d_in, d_sums);
    cudaMemcpy(sums, d_sums, N / BLOCK * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int block = 0; block < N / BLOCK; ++block)
        sum += sums[block];
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_in);
    cudaFree(d_sums);
    free(in);
    free(sums);
    return 0;
}
