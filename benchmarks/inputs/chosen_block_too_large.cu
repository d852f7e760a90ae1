// expect: FAILED
// property: launch-config
// The block size is an arbitrary power of two up to one that no device takes.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 20

int nondet_int();
void __ESBMC_assume(bool);

__global__ void mark(char *seen, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        seen[i] = 1;
}

int main(void)
{
    int log2 = nondet_int();
    __ESBMC_assume(log2 >= 3 && log2 <= 11);
    int block = 1 << log2;
    int grid = (N + block - 1) / block;

    char seen[N];
    char *d_seen;
    cudaMalloc((void **)&d_seen, N);
    cudaMemset(d_seen, 0, N);
    mark<<<grid, block>>>(d_seen, N); // violation
    cudaMemcpy(seen, d_seen, N, cudaMemcpyDeviceToHost);
    cudaFree(d_seen);
    for (int i = 0; i < N; i++)
        assert(seen[i] == 1);
    return 0;
}
