// expect: FAILED
// property: bounds
// options: --unwind 10
// Fills an array of arbitrary length from 1 to 8; the guard is off by one.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define MAX 8
#define BLOCK 4

int nondet_int();
void __ESBMC_assume(bool);

__global__ void fill(int *out, int n, int start)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = start + i; // violation
}

int main(void)
{
    int n = nondet_int();
    int start = nondet_int();
    __ESBMC_assume(n >= 1 && n <= MAX);
    __ESBMC_assume(start >= 0 && start <= 1000);

    int out[MAX];
    int *d_out;
    cudaMalloc((void **)&d_out, n * sizeof(int));
    fill<<<MAX / BLOCK, BLOCK>>>(d_out, n, start);
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_out);

    for (int i = 0; i < n; i++)
        assert(out[i] == start + i);
    return 0;
}
