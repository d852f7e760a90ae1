// expect: SUCCESSFUL
// Unified memory: host and device work on the same arrays, in turns kept apart by synchronisation.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int launches = 0;

__global__ void scale(int *values, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= factor;
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
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        values[i] += 1;
    scale<<<(n + 63) / 64, 64>>>(values, n, 2);
    cudaDeviceSynchronize();

    for (int i = 0; i < n; i++)
        assert(values[i] == 6 * i + 2);
    assert(launches == 2);
    cudaFree(values);
    return 0;
}
