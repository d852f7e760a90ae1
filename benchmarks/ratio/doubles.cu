// expect: SUCCESSFUL
// An array of doubles that the host fills and smooths and a kernel scales by their spread; doubles.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#define BLOCK 128
#define TIMES 4

__global__ void scale(double *values, double mean, double factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = (values[i] - mean) * factor;
}

int main()
{
    size_t size = N * sizeof(double);
    double *values = (double *)malloc(size);
    double *smooth = (double *)malloc(size);
    for (int i = 0; i < N; ++i)
        values[i] = (double)(i * 37 % 1024) / 16.0;
    for (int time = 0; time < TIMES; ++time) {
        smooth[0] = values[0];
        smooth[N - 1] = values[N - 1];
        for (int i = 1; i < N - 1; ++i)
            smooth[i] = 0.25 * values[i - 1] + 0.5 * values[i] + 0.25 * values[i + 1];
        for (int i = 0; i < N; ++i)
            values[i] = smooth[i];
    }
    double total = 0.0, squares = 0.0;
    for (int i = 0; i < N; ++i) {
        total += values[i];
        squares += values[i] * values[i];
    }
    double mean = total / N, spread = squares / N - mean * mean;
    double *d_values;
    cudaMalloc((void **)&d_values, size);
    cudaMemcpy(d_values, values, size, cudaMemcpyHostToDevice);
    scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_values, mean, 1.0 / spread, N);
    cudaMemcpy(values, d_values, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < N; ++i)
        sum += values[i] * values[i];
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_values);
    free(values);
    free(smooth);
    return 0;
}
