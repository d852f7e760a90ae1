// expect: SUCCESSFUL
// Longest of 300 words; threads past the end take part in the shuffles with a length of zero.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WORDS 300

__global__ void longest(const unsigned short *lengths, int n, int *result)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int best = i < n ? lengths[i] : 0;
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffffffffu, best, d);
        if (other > best)
            best = other;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(result, best);
}

int main(void)
{
    unsigned short lengths[WORDS];
    int result = 0;
    for (int i = 0; i < WORDS; i++)
        lengths[i] = (unsigned short)(3 + (i * 17) % 23);
    lengths[WORDS - 1] = 60;
    unsigned short *d_lengths;
    int *d_result;
    cudaMalloc((void **)&d_lengths, sizeof(lengths));
    cudaMalloc((void **)&d_result, sizeof(int));
    cudaMemcpy(d_lengths, lengths, sizeof(lengths), cudaMemcpyHostToDevice);
    cudaMemset(d_result, 0, sizeof(int));
    longest<<<(WORDS + 127) / 128, 128>>>(d_lengths, WORDS, d_result);
    cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
    printf("longest word: %d\n", result);
    assert(result == 60);
    cudaFree(d_lengths);
    cudaFree(d_result);
    return 0;
}
