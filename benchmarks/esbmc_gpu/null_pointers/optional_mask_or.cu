// expect: FAILED
// property: null-dereference
// A kernel with an optional mask; the test for its absence is the wrong way round.
#include <stddef.h>
#include <cuda_runtime.h>

#define N 1024

__global__ void add_masked(int *data, const unsigned char *mask, int amount, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (mask != NULL || mask[i])) // violation
        data[i] += amount;
}

int main(void)
{
    int data[N];
    unsigned char mask[N];
    for (int i = 0; i < N; i++) {
        data[i] = 0;
        mask[i] = i % 2;
    }
    int *d_data;
    unsigned char *d_mask;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMalloc((void **)&d_mask, sizeof(mask));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    cudaMemcpy(d_mask, mask, sizeof(mask), cudaMemcpyHostToDevice);
    add_masked<<<N / 256, 256>>>(d_data, d_mask, 10, N);
    add_masked<<<N / 256, 256>>>(d_data, NULL, 1, N);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    cudaFree(d_mask);
    cudaFree(d_data);
    return 0;
}
