// expect: SUCCESSFUL
// The bits that are set in each word, counted one by one; bit_count.py is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 128
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define BLOCK 64

__global__ void bit_count(int n, const unsigned *words, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned word = words[i];
    int count = 0;
    for (int bit = 0; bit < 32; ++bit)
        count += (word >> bit) & 1u;
    counts[i] = count;
}

unsigned words[N];
int counts[N];

int main()
{
    unsigned *d_words;
    int *d_counts;
    for (int i = 0; i < N; ++i)
        words[i] = 40503u * (unsigned)i;
    cudaMalloc((void **)&d_words, sizeof(words));
    cudaMalloc((void **)&d_counts, sizeof(counts));
    cudaMemcpy(d_words, words, sizeof(words), cudaMemcpyHostToDevice);
    cudaMemset(d_counts, 0, sizeof(counts));
    for (int launch = 0; launch < LAUNCHES; ++launch)
        bit_count<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(N, d_words, d_counts);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    assert(counts[0] == 0);
#ifdef EXPECTED
    int expected[] = {EXPECTED};
    for (int i = 0; i < N; ++i)
        assert(counts[i] == expected[i]);
#endif
    cudaFree(d_words);
    cudaFree(d_counts);
    return 0;
}
