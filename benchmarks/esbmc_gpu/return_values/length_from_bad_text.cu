// expect: FAILED
// property: uninitialised-read
// options: --uninitialised-check --args "--count many"
// The length comes from the command line; it is no number, sscanf says so, and nobody looks.
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

#define MAX 4096

__global__ void halve(unsigned int *v, unsigned int n)
{
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v[i] = i / 2;
}

int main(int argc, char *argv[])
{
    unsigned int n;
    if (argc != 3 || strcmp(argv[1], "--count") != 0) {
        fprintf(stderr, "usage: %s --count N\n", argv[0]);
        return 2;
    }
    sscanf(argv[2], "%u", &n);
    if (n > MAX) // violation
        n = MAX;
    unsigned int *d_v;
    cudaMalloc((void **)&d_v, MAX * sizeof(unsigned int));
    halve<<<4, 128>>>(d_v, n);
    cudaDeviceSynchronize();
    cudaFree(d_v);
    return 0;
}
