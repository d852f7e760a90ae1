// expect: FAILED
// property: bounds
// Letter histogram; the host adds up one bin too many.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define BINS 26

__global__ void histogram(const char *text, int length, unsigned int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        char c = text[i];
        if (c >= 'a' && c <= 'z')
            atomicAdd(&bins[c - 'a'], 1u);
    }
}

int main(void)
{
    const char *text = "the quick brown fox jumps over the lazy dog and then "
                       "the lazy dog sleeps under the old oak tree";
    int length = (int)strlen(text);

    char *d_text;
    unsigned int *d_bins;
    unsigned int bins[BINS];
    cudaMalloc((void **)&d_text, length);
    cudaMalloc((void **)&d_bins, BINS * sizeof(unsigned int));
    cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, BINS * sizeof(unsigned int));

    histogram<<<(length + 31) / 32, 32>>>(d_text, length, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);

    unsigned int letters = 0;
    for (int b = 0; b <= BINS; b++)
        letters += bins[b]; // violation
    unsigned int spaces = 0;
    for (int i = 0; i < length; i++)
        spaces += text[i] == ' ';
    assert(letters + spaces == (unsigned int)length);
    assert(bins['q' - 'a'] == 1);
    assert(bins['z' - 'a'] == 2);

    cudaFree(d_text);
    cudaFree(d_bins);
    return 0;
}
