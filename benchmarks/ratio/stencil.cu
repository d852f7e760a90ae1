// expect: SUCCESSFUL
// The mean of four neighbours in an N by N grid, twice buffered; stencil.py is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 16
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define TILE 8

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

float grid_values[N * N];

int main()
{
    float *d_in, *d_out;
    for (int i = 0; i < N * N; ++i)
        grid_values[i] = (float)(i % 16);
    cudaMalloc((void **)&d_in, sizeof(grid_values));
    cudaMalloc((void **)&d_out, sizeof(grid_values));
    cudaMemcpy(d_in, grid_values, sizeof(grid_values), cudaMemcpyHostToDevice);
    dim3 grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE), block(TILE, TILE);
    for (int launch = 0; launch < LAUNCHES; ++launch) {
        step<<<grid, block>>>(N, d_in, d_out);
        float *other = d_in;
        d_in = d_out;
        d_out = other;
    }
    cudaMemcpy(grid_values, d_in, sizeof(grid_values), cudaMemcpyDeviceToHost);
    assert(grid_values[1] == 1.0f);
#ifdef EXPECTED
    float expected[] = {EXPECTED};
    for (int i = 0; i < N * N; ++i)
        assert(grid_values[i] == expected[i]);
#endif
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
