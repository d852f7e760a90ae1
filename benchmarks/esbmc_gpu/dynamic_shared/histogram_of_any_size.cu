// expect: SUCCESSFUL
// Histogram with as many bins as the host asks for, in dynamic shared memory of that size.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 512

__global__ void histogram(const int *in, int n, int *bins, int bin_count)
{
    extern __shared__ int local[];
    for (int b = threadIdx.x; b < bin_count; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] % bin_count], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bin_count; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

int main(void)
{
    const int bin_count = 19;
    int in[N], bins[bin_count], expected[bin_count], *d_in, *d_bins;
    for (int b = 0; b < bin_count; b++)
        expected[b] = 0;
    for (int i = 0; i < N; i++) {
        in[i] = i * i;
        expected[in[i] % bin_count]++;
    }
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_bins, bin_count * sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, bin_count * sizeof(int));
    histogram<<<2, 128, bin_count * sizeof(int)>>>(d_in, N, d_bins, bin_count);
    cudaMemcpy(bins, d_bins, bin_count * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < bin_count; b++)
        assert(bins[b] == expected[b]);
    cudaFree(d_in);
    cudaFree(d_bins);
    return 0;
}
