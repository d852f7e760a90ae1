// expect: SUCCESSFUL
// options: --check exit-status
// A program that checks its own result: it is right, and main returns 0.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 20
#define BLOCK 8

__global__ void add(const int *a, const int *b, int *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

static int check(const int *sum)
{
    for (int i = 0; i < N; i++)
        if (sum[i] != 3 * i) {
            printf("sum[%d] is wrong\n", i);
            return EXIT_FAILURE;
        }
    printf("Test PASSED\n");
    return EXIT_SUCCESS;
}

int main(void)
{
    int h_a[N], h_b[N], h_sum[N] = {0}, *a, *b, *sum;
    for (int i = 0; i < N; i++) {
        h_a[i] = i;
        h_b[i] = 2 * i;
    }
    cudaMalloc((void **)&a, sizeof h_a);
    cudaMalloc((void **)&b, sizeof h_b);
    cudaMalloc((void **)&sum, sizeof h_sum);
    cudaMemcpy(a, h_a, sizeof h_a, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h_b, sizeof h_b, cudaMemcpyHostToDevice);
    cudaMemcpy(sum, h_sum, sizeof h_sum, cudaMemcpyHostToDevice);
    add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(a, b, sum, N);
    cudaMemcpy(h_sum, sum, sizeof h_sum, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(sum);
    return check(h_sum);
}
