// expect: FAILED
// property: bounds
// Counts of all byte values of a text in Latin-1; char is signed here, so an umlaut has a negative index.
#include <string.h>
#include <cuda_runtime.h>

#define LENGTH 1024

__global__ void count_bytes(const char *text, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[text[i]], 1); // violation
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
    cudaFree(d_text);
    cudaFree(d_bins);
    return 0;
}
