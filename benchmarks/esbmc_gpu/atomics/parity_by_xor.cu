// expect: SUCCESSFUL
// Checksum of 512 words of 64 bits by atomicXor; the order of the threads does not matter.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

typedef unsigned long long word;

__global__ void checksum(const word *words, int n, word *sum)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicXor(sum, words[i]);
}

static word step(word x)
{
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

int main(void)
{
    const int n = 512;
    word words[n], expected = 0, sum = ~0ULL, *d_words, *d_sum;
    word x = 88172645463325252ULL;
    for (int i = 0; i < n; i++) {
        words[i] = x;
        expected ^= x;
        x = step(x);
    }
    cudaMalloc((void **)&d_words, sizeof(words));
    cudaMalloc((void **)&d_sum, sizeof(word));
    cudaMemcpy(d_words, words, sizeof(words), cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(word));
    checksum<<<2, 128>>>(d_words, n, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(word), cudaMemcpyDeviceToHost);
    assert(sum == expected);
    cudaFree(d_words);
    cudaFree(d_sum);
    return 0;
}
