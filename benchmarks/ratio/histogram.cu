// expect: SUCCESSFUL
// How often each byte occurs: counted with atomics, in shared memory first; histogram.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 1024
#endif
#define BINS 256
#define BLOCKS 64

__global__ void histogram(const unsigned char *bytes, unsigned *counts, int n)
{
    __shared__ unsigned part[BINS];
    part[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&part[bytes[i]], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], part[threadIdx.x]);
}

int main()
{
    unsigned char *bytes = (unsigned char *)malloc(N);
    unsigned counts[BINS];
    for (int i = 0; i < N; ++i)
        bytes[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
    unsigned char *d_bytes;
    unsigned *d_counts;
    cudaMalloc((void **)&d_bytes, N);
    cudaMalloc((void **)&d_counts, sizeof(counts));
    cudaMemcpy(d_bytes, bytes, N, cudaMemcpyHostToDevice);
    cudaMemset(d_counts, 0, sizeof(counts));
    histogram<<<BLOCKS, BINS>>>(d_bytes, d_counts, N);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int bin = 0; bin < BINS; ++bin)
        sum += (double)counts[bin] * (bin % 7);
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_bytes);
    cudaFree(d_counts);
    free(bytes);
    return 0;
}
