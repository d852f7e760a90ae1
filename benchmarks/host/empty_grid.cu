// expect: FAILED
// property: launch-config
// options: --args 20
// The grid size is rounded down, so a problem that is smaller than a block has no block at all.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 32

__global__ void squares(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 256;
    if (n <= 0 || n > 4096) {
        fprintf(stderr, "usage: %s [size from 1 to 4096]\n", argv[0]);
        return 1;
    }
    int *out = (int *)malloc(n * sizeof(int));
    int *d_out;
    cudaMalloc((void **)&d_out, n * sizeof(int));

    squares<<<n / BLOCK, BLOCK>>>(d_out, n); // violation
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);

    for (int i = 0; i < n; i++)
        assert(out[i] == i * i);
    printf("%d squares\n", n);
    cudaFree(d_out);
    free(out);
    return 0;
}
