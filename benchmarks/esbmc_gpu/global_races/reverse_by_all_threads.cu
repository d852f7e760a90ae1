// expect: FAILED
// property: data-race
// Numbers are reversed in place by as many threads as numbers, so that each pair is swapped by two threads.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 501

__device__ void exchange(long long *a, long long *b)
{
    long long kept = *a; // violation
    *a = *b; // violation
    *b = kept; // violation
}

__global__ void reverse(long long *data, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        exchange(&data[i], &data[n - 1 - i]);
}

int main(void)
{
    long long data[N];
    for (int i = 0; i < N; i++)
        data[i] = 1LL << i % 60;
    long long *d_data;
    size_t bytes = sizeof data;
    if (cudaMalloc((void **)&d_data, bytes) != cudaSuccess)
        return 1;
    cudaMemcpy(d_data, data, bytes, cudaMemcpyHostToDevice);
    reverse<<<(N + 255) / 256, 256>>>(d_data, N);
    cudaMemcpy(data, d_data, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%lld ", data[i]);
    cudaFree(d_data);
    return 0;
}
