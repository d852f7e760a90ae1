// expect: SUCCESSFUL
// How often each value of sixteen occurs, counted with atomics; histogram.py is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define BLOCK 128
#define BINS 16

__global__ void histogram(int n, const int *values, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[values[i] % BINS], 1);
}

int values[N], bins[BINS];

int main()
{
    int *d_values, *d_bins;
    for (int i = 0; i < N; ++i)
        values[i] = i * i % 101;
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    for (int launch = 0; launch < LAUNCHES; ++launch)
        histogram<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(N, d_values, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    int total = 0;
    for (int bin = 0; bin < BINS; ++bin)
        total += bins[bin];
    assert(total == N * LAUNCHES);
#ifdef EXPECTED
    int expected[] = {EXPECTED};
    for (int bin = 0; bin < BINS; ++bin)
        assert(bins[bin] == expected[bin]);
#endif
    cudaFree(d_values);
    cudaFree(d_bins);
    return 0;
}
