// expect: SUCCESSFUL
// options: --args "--count 1000"
// The length comes from the command line; sscanf says whether it found a number.
#include <assert.h>
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
    unsigned int n = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--count") == 0 && i + 1 < argc && sscanf(argv[i + 1], "%u", &n) == 1) {
            i++;
        } else {
            fprintf(stderr, "usage: %s [--count N]\n", argv[0]);
            return 2;
        }
    }
    if (n > MAX)
        n = MAX;
    static unsigned int v[MAX];
    unsigned int *d_v;
    cudaMalloc((void **)&d_v, sizeof(v));
    halve<<<4, 128>>>(d_v, n);
    cudaMemcpy(v, d_v, n * sizeof(unsigned int), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    assert(n == 1000 && v[999] == 499);
    return 0;
}
