// expect: FAILED
// property: bounds
// A device function returns the value of a hexadecimal digit or -1, which the kernel takes for a place in its counts.
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

__global__ void tally(const char *text, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int d = hex_digit(text[i]);
    atomicAdd(counts + d, 1); // violation
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
    tally<<<N / 128, 128>>>(d_text, d_counts, N);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    cudaFree(d_text);
    cudaFree(d_counts);
    return 0;
}
