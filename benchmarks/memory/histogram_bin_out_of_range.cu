// expect: FAILED
// property: bounds
// Shared histogram with 16 bins whose index is computed for 32.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 400
#define BINS 16
#define BLOCK 64

__global__ void histogram(const unsigned char *data, int n, int *bins)
{
    __shared__ int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[data[i] >> 3], 1); // violation
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

int main(void)
{
    unsigned char data[N];
    int expected[BINS] = {0};
    for (int i = 0; i < N; i++) {
        data[i] = (unsigned char)(i * 31 + 7);
        expected[data[i] / 16]++;
    }

    unsigned char *d_data;
    int *d_bins;
    int bins[BINS];
    cudaMalloc(&d_data, sizeof(data));
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    histogram<<<3, BLOCK>>>(d_data, N, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);

    for (int b = 0; b < BINS; b++)
        assert(bins[b] == expected[b]);
    cudaFree(d_data);
    cudaFree(d_bins);
    return 0;
}
