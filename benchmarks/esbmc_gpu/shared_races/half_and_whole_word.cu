// expect: FAILED
// property: data-race
// Words are put together in shared memory, where one thread writes the whole word and another its upper half.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WORDS 64

union Word {
    unsigned int whole;
    unsigned short half[2];
};

__global__ void join(const unsigned short *low, const unsigned short *high, unsigned int *out)
{
    __shared__ Word words[WORDS];
    int t = threadIdx.x;
    if (t < WORDS)
        words[t].whole = low[t]; // violation
    else
        words[t - WORDS].half[1] = high[t - WORDS]; // violation
    __syncthreads();
    if (t < WORDS)
        out[t] = words[t].whole;
}

int main(void)
{
    unsigned short low[WORDS], high[WORDS];
    unsigned int out[WORDS];
    for (int i = 0; i < WORDS; i++) {
        low[i] = (unsigned short)(i * 1021);
        high[i] = (unsigned short)(65535 - i);
    }
    unsigned short *d_low, *d_high;
    unsigned int *d_out;
    cudaMalloc((void **)&d_low, sizeof(low));
    cudaMalloc((void **)&d_high, sizeof(high));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_low, low, sizeof(low), cudaMemcpyHostToDevice);
    cudaMemcpy(d_high, high, sizeof(high), cudaMemcpyHostToDevice);
    join<<<1, 2 * WORDS>>>(d_low, d_high, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < WORDS; i++)
        printf("%u ", out[i]);
    cudaFree(d_low);
    cudaFree(d_high);
    cudaFree(d_out);
    return 0;
}
