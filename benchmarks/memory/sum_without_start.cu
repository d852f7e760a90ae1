// expect: FAILED
// property: uninitialised-read
// options: --uninitialised-check
// Matrix product whose running sum in the kernel has no initial value.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define M 12
#define K 10
#define N 9
#define TILE 8

__global__ void matmul(const int *a, const int *b, int *c, int m, int k, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        int sum;
        for (int i = 0; i < k; i++)
            sum += a[row * k + i] * b[i * n + col]; // violation
        c[row * n + col] = sum;
    }
}

int main(void)
{
    int a[M * K], b[K * N], c[M * N];
    for (int i = 0; i < M * K; i++)
        a[i] = i % 7 - 3;
    for (int i = 0; i < K * N; i++)
        b[i] = i % 5;

    int *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, sizeof a);
    cudaMalloc((void **)&d_b, sizeof b);
    cudaMalloc((void **)&d_c, sizeof c);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);

    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    matmul<<<grid, block>>>(d_a, d_b, d_c, M, K, N);
    cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);

    for (int row = 0; row < M; row++) {
        for (int col = 0; col < N; col++) {
            int expected = 0;
            for (int i = 0; i < K; i++)
                expected += a[row * K + i] * b[i * N + col];
            printf("%d %d\n", c[row * N + col], expected);
        }
    }

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return 0;
}
