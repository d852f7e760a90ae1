// expect: SUCCESSFUL
// options: --memory-leak-check --uninitialised-check
// Parts of arrays are moved by device-to-device copies and set by cudaMemset, with offsets.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

#define N 40

__global__ void add_index(unsigned char *v, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        v[i] = (unsigned char)(v[i] + i);
}

int main(void)
{
    unsigned char first[N], second[N];
    unsigned char *d_first, *d_second;
    cudaMalloc((void **)&d_first, N);
    cudaMalloc((void **)&d_second, N);
    cudaMemset(d_first, 100, N);
    cudaMemset(d_second, 0, N);
    add_index<<<2, 20>>>(d_first, N);
    cudaMemcpy(d_second + N / 2, d_first, N / 2, cudaMemcpyDeviceToDevice);
    cudaMemset(d_first + N / 2, 7, N / 2);
    cudaMemcpy(first, d_first, N, cudaMemcpyDeviceToHost);
    cudaMemcpy(second, d_second, N, cudaMemcpyDeviceToHost);

    for (int i = 0; i < N / 2; i++) {
        assert(first[i] == 100 + i);
        assert(first[N / 2 + i] == 7);
        assert(second[i] == 0);
    }
    assert(memcmp(second + N / 2, first, N / 2) == 0);
    cudaFree(d_first);
    cudaFree(d_second);
    return 0;
}
