// expect: SUCCESSFUL
// A product of two matrices by cuBLAS, column by column.
#include <assert.h>
#include <stdio.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define M 3
#define N 2
#define K 4

__global__ void ones(float *b) { b[threadIdx.x] = 1.0f; }

int main(void)
{
    float a[M * K], c[M * N], *d_a, *d_b, *d_c;
    const float one = 1.0f, zero = 0.0f;
    cublasHandle_t handle;
    for (int i = 0; i < M * K; i++)
        a[i] = (float)i;
    cudaMalloc((void **)&d_a, sizeof(a));
    cudaMalloc((void **)&d_b, K * N * sizeof(float));
    cudaMalloc((void **)&d_c, sizeof(c));
    cublasCreate(&handle);
    cublasSetMatrix(M, K, sizeof(float), a, M, d_a, M);
    ones<<<1, K * N>>>(d_b);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, d_a, M, d_b, K, &zero, d_c, M);
    cublasGetMatrix(M, N, sizeof(float), d_c, M, c, M);
    for (int row = 0; row < M; row++)
        assert(c[row] == 4.0f * row + 18.0f);
    cublasDestroy(handle);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return 0;
}
