// expect: FAILED
// property: data-race
// A shared buffer is used through two pointers, and the second begins at the last element of the first.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PAIRS 128

__global__ void separate(const int *in, int *evens, int *odds)
{
    __shared__ int buffer[2 * PAIRS];
    int *low = buffer;
    int *high = &buffer[PAIRS - 1];
    int t = threadIdx.x;
    int base = blockIdx.x * 2 * PAIRS;
    low[t] = in[base + 2 * t]; // violation
    high[t] = in[base + 2 * t + 1]; // violation
    __syncthreads();
    evens[blockIdx.x * PAIRS + t] = low[PAIRS - 1 - t];
    odds[blockIdx.x * PAIRS + t] = high[PAIRS - 1 - t];
}

int main(void)
{
    const int blocks = 4, n = 2 * PAIRS * blocks;
    int in[n], evens[n / 2], odds[n / 2];
    for (int i = 0; i < n; i++)
        in[i] = i;
    int *d_in, *d_evens, *d_odds;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_evens, sizeof(evens));
    cudaMalloc((void **)&d_odds, sizeof(odds));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    separate<<<blocks, PAIRS>>>(d_in, d_evens, d_odds);
    cudaMemcpy(evens, d_evens, sizeof(evens), cudaMemcpyDeviceToHost);
    cudaMemcpy(odds, d_odds, sizeof(odds), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n / 2; i++) {
        int mirrored = i / PAIRS * PAIRS + PAIRS - 1 - i % PAIRS;
        printf("%d %d\n", evens[mirrored], odds[mirrored]);
    }
    cudaFree(d_in);
    cudaFree(d_evens);
    cudaFree(d_odds);
    return 0;
}
