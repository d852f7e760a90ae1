// expect: SUCCESSFUL
// The product of two N by N matrices, tile by tile in shared memory; matrix_product.py is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 16
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define TILE 8

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

float a[N * N], b[N * N], c[N * N];

int main()
{
    float *d_a, *d_b, *d_c;
    for (int i = 0; i < N * N; ++i) {
        a[i] = (float)(i % 5);
        b[i] = (float)(i % 3);
        c[i] = 0.0f;
    }
    cudaMalloc((void **)&d_a, sizeof(a));
    cudaMalloc((void **)&d_b, sizeof(b));
    cudaMalloc((void **)&d_c, sizeof(c));
    cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c, sizeof(c), cudaMemcpyHostToDevice);
    dim3 grid(N / TILE, N / TILE), block(TILE, TILE);
    for (int launch = 0; launch < LAUNCHES; ++launch)
        product<<<grid, block>>>(N, d_a, d_b, d_c);
    cudaMemcpy(c, d_c, sizeof(c), cudaMemcpyDeviceToHost);
    float first = 0.0f;
    for (int k = 0; k < N; ++k)
        first += a[k] * b[k * N];
    assert(LAUNCHES == 0 || c[0] == first);
#ifdef EXPECTED
    float expected[] = {EXPECTED};
    for (int i = 0; i < N * N; ++i)
        assert(c[i] == expected[i]);
#endif
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return 0;
}
