// expect: FAILED
// property: signed-overflow
// options: --overflow-check
// A table of factorials with one entry more than fits in 32 bits.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define COUNT 14

__device__ int factorial(int n)
{
    int result = 1;
    for (int k = 2; k <= n; k++)
        result *= k; // violation
    return result;
}

__global__ void fill_tables(int *factorials, int *binomials, int count)
{
    int n = threadIdx.x;
    if (n < count) {
        factorials[n] = factorial(n);
        int k = n / 2;
        binomials[n] = factorials[n] / (factorial(k) * factorial(n - k));
    }
}

int main(void)
{
    int factorials[COUNT], binomials[COUNT];
    int *d_factorials, *d_binomials;
    cudaMalloc((void **)&d_factorials, sizeof(factorials));
    cudaMalloc((void **)&d_binomials, sizeof(binomials));
    fill_tables<<<1, 32>>>(d_factorials, d_binomials, COUNT);
    cudaMemcpy(factorials, d_factorials, sizeof(factorials), cudaMemcpyDeviceToHost);
    cudaMemcpy(binomials, d_binomials, sizeof(binomials), cudaMemcpyDeviceToHost);

    assert(factorials[0] == 1);
    for (int n = 1; n < COUNT; n++)
        printf("%d! = %d\n", n, factorials[n]);
    assert(binomials[10] == 252);
    cudaFree(d_factorials);
    cudaFree(d_binomials);
    return 0;
}
