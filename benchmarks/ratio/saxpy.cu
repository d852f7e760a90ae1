// expect: SUCCESSFUL
// y = a x + y, several times; saxpy.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#define BLOCK 128
#define TIMES 4

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main()
{
    size_t size = N * sizeof(float);
    float *x = (float *)malloc(size);
    float *y = (float *)malloc(size);
    for (int i = 0; i < N; ++i) {
        x[i] = (float)(i % 7);
        y[i] = 1.0f;
    }
    float *d_x, *d_y;
    cudaMalloc((void **)&d_x, size);
    cudaMalloc((void **)&d_y, size);
    cudaMemcpy(d_x, x, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, size, cudaMemcpyHostToDevice);
    for (int time = 0; time < TIMES; ++time)
        saxpy<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(N, 2.0f, d_x, d_y);
    cudaMemcpy(y, d_y, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        assert(y[i] == 1.0f + 2.0f * TIMES * x[i]);
        sum += y[i];
    }
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_x);
    cudaFree(d_y);
    free(x);
    free(y);
    return 0;
}
