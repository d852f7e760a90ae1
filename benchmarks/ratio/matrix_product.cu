// expect: SUCCESSFUL
// The product of two N by N matrices, tile by tile in shared memory; matrix_product.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 32
#endif
#define TILE 16

__global__ void product(int n, const float *a, const float *b, float *c)
{
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int tile = 0; tile < n / TILE; ++tile) {
        a_tile[ty][tx] = a[row * n + tile * TILE + tx];
        b_tile[ty][tx] = b[(tile * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main()
{
    size_t size = N * N * sizeof(float);
    float *a = (float *)malloc(size);
    float *b = (float *)malloc(size);
    float *c = (float *)malloc(size);
    for (int i = 0; i < N * N; ++i) {
        a[i] = (float)(i % 5);
        b[i] = (float)(i % 3);
    }
    float *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, size);
    cudaMalloc((void **)&d_b, size);
    cudaMalloc((void **)&d_c, size);
    cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
    dim3 grid(N / TILE, N / TILE), block(TILE, TILE);
    product<<<grid, block>>>(N, d_a, d_b, d_c);
    cudaMemcpy(c, d_c, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < N * N; ++i)
        sum += c[i] * (double)(i % 11);
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
