// expect: SUCCESSFUL
// The sum of two vectors, element by element; vector_add.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#define BLOCK 256

__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    size_t size = N * sizeof(float);
    float *a = (float *)malloc(size);
    float *b = (float *)malloc(size);
    float *c = (float *)malloc(size);
    for (int i = 0; i < N; ++i) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)(i % 1000);
    }
    float *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, size);
    cudaMalloc((void **)&d_b, size);
    cudaMalloc((void **)&d_c, size);
    cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
    vector_add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_a, d_b, d_c, N);
    cudaMemcpy(c, d_c, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        assert(c[i] == a[i] + b[i]);
        sum += c[i];
    }
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
    return 0;
}
