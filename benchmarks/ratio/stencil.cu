// expect: SUCCESSFUL
// The mean of four neighbours in an N by N grid, twice buffered; stencil.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 16
#endif
#define TILE 16
#define STEPS 4

__global__ void step(int n, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * n + x;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
    else if (x < n && y < n)
        out[i] = in[i];
}

int main()
{
    size_t size = N * N * sizeof(float);
    float *values = (float *)malloc(size);
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x)
            values[y * N + x] = (float)((x * y) % 16);
    float *d_in, *d_out;
    cudaMalloc((void **)&d_in, size);
    cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, values, size, cudaMemcpyHostToDevice);
    dim3 grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE), block(TILE, TILE);
    for (int i = 0; i < STEPS; ++i) {
        step<<<grid, block>>>(N, d_in, d_out);
        float *other = d_in;
        d_in = d_out;
        d_out = other;
    }
    cudaMemcpy(values, d_in, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x)
            sum += values[y * N + x] * (double)(x % 3);
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_in);
    cudaFree(d_out);
    free(values);
    return 0;
}
