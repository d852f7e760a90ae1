// expect: FAILED
// property: data-race
// Unified memory; the host goes on with the array while the kernel still works on it.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int launches = 0;

__global__ void scale(int *values, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= factor; // violation
    if (i == 0)
        launches++;
}

int main()
{
    const int n = 200;
    int *values;
    cudaMallocManaged(&values, n * sizeof(int));
    for (int i = 0; i < n; i++)
        values[i] = i;

    scale<<<(n + 63) / 64, 64>>>(values, n, 3);
    for (int i = 0; i < n; i++)
        values[i] += 1; // violation
    scale<<<(n + 63) / 64, 64>>>(values, n, 2);
    cudaDeviceSynchronize();

    assert(launches == 2);
    cudaFree(values);
    return 0;
}
