// expect: SUCCESSFUL
// A device function returns the value of a hexadecimal digit or -1; the kernel counts the digits that are none.
#include <assert.h>
#include <cuda_runtime.h>

#define N 1024

__device__ int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

__global__ void tally(const char *text, int *counts, int *others, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int d = hex_digit(text[i]);
    if (d < 0)
        atomicAdd(others, 1);
    else
        atomicAdd(counts + d, 1);
}

int main(void)
{
    char text[N], *d_text;
    int counts[17] = {0}, *d_counts;
    for (int i = 0; i < N; i++)
        text[i] = "0123456789abcdef-"[i % 17];
    cudaMalloc((void **)&d_text, sizeof(text));
    cudaMalloc((void **)&d_counts, sizeof(counts));
    cudaMemcpy(d_text, text, sizeof(text), cudaMemcpyHostToDevice);
    cudaMemcpy(d_counts, counts, sizeof(counts), cudaMemcpyHostToDevice);
    tally<<<N / 128, 128>>>(d_text, d_counts, d_counts + 16, N);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int d = 0; d < 17; d++)
        sum += counts[d];
    assert(sum == N);
    cudaFree(d_text);
    cudaFree(d_counts);
    return 0;
}
