// expect: FAILED
// property: bounds
// Word count that looks at the character before the first one.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define BLOCK 32

__device__ int begins_word(const char *text, int i)
{
    int here = text[i] != ' ' && text[i] != '\n';
    int before = text[i - 1] != ' ' && text[i - 1] != '\n'; // violation
    return here && !before;
}

__global__ void count_words(const char *text, int length, int *words)
{
    __shared__ int count[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    count[tid] = i < length ? begins_word(text, i) : 0;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s)
            count[tid] += count[tid + s];
        __syncthreads();
    }
    if (tid == 0 && count[0] != 0)
        atomicAdd(words, count[0]);
}

int main(void)
{
    const char *text = "  It was the best of times,\nit was the worst of times, it was the age of  wisdom ";
    int length = (int)strlen(text);
    char *d_text;
    int *d_words, words;
    cudaMalloc((void **)&d_text, length * sizeof(char));
    cudaMalloc((void **)&d_words, sizeof(int));
    cudaMemcpy(d_text, text, length * sizeof(char), cudaMemcpyHostToDevice);
    cudaMemset(d_words, 0, sizeof(int));
    count_words<<<(length + BLOCK - 1) / BLOCK, BLOCK>>>(d_text, length, d_words);
    cudaMemcpy(&words, d_words, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d words\n", words);
    assert(words == 18);
    cudaFree(d_text);
    cudaFree(d_words);
    return 0;
}
