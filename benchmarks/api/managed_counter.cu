// expect: SUCCESSFUL
// The host waits for a kernel before it reads what that has counted in managed memory.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void count(const int *values, int *even)
{
    if (values[threadIdx.x] % 2 == 0)
        atomicAdd(even, 1);
}

int main(void)
{
    int *values, *even;
    cudaMallocManaged((void **)&values, N * sizeof(int));
    cudaMallocManaged((void **)&even, sizeof(int));
    for (int i = 0; i < N; i++)
        values[i] = 3 * i;
    *even = 0;
    count<<<1, N>>>(values, even);
    cudaDeviceSynchronize();
    assert(*even == N / 2);
    printf("%d\n", *even);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(even);
    return 0;
}
