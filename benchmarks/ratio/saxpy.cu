// expect: SUCCESSFUL
// y = a x + y, launched several times; saxpy.py beside it is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define BLOCK 128

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

float x[N], y[N];

int main()
{
    float *d_x, *d_y;
    for (int i = 0; i < N; ++i) {
        x[i] = (float)(i % 7);
        y[i] = 1.0f;
    }
    cudaMalloc((void **)&d_x, sizeof(x));
    cudaMalloc((void **)&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    for (int launch = 0; launch < LAUNCHES; ++launch)
        saxpy<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(N, 2.0f, d_x, d_y);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    assert(y[1] == 1.0f + 2.0f * LAUNCHES);
#ifdef EXPECTED
    float expected[] = {EXPECTED};
    for (int i = 0; i < N; ++i)
        assert(y[i] == expected[i]);
#endif
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
