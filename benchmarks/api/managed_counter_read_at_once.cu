// expect: FAILED
// property: data-race
// The host reads managed memory while the kernel that counts in it may still run.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void count(const int *values, int *even)
{
    if (values[threadIdx.x] % 2 == 0)
        atomicAdd(even, 1); // violation
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
    printf("%d\n", *even); // violation
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(even);
    return 0;
}
