// expect: SUCCESSFUL
// Counts of all byte values of a text in Latin-1; the bytes are taken as unsigned.
#include <assert.h>
#include <string.h>
#include <cuda_runtime.h>

#define LENGTH 1024

__global__ void count_bytes(const char *text, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[(unsigned char)text[i]], 1);
}

int main(void)
{
    char text[LENGTH];
    int bins[256] = {0};
    memset(text, ' ', sizeof(text));
    memcpy(text, "Gr\xfc\xdf" "e aus K\xf6ln", 14);

    char *d_text;
    int *d_bins;
    cudaMalloc((void **)&d_text, sizeof(text));
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemcpy(d_text, text, sizeof(text), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    count_bytes<<<LENGTH / 128, 128>>>(d_text, d_bins, LENGTH);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    int total = 0;
    for (int i = 0; i < 256; i++)
        total += bins[i];
    assert(total == LENGTH);
    cudaFree(d_text);
    cudaFree(d_bins);
    return 0;
}
