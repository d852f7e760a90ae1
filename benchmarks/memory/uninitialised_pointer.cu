// expect: FAILED
// property: uninitialised-use
// Convolution; the result pointer is passed to the kernel but was never allocated.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define MASK_WIDTH 5
#define N 200

__constant__ int mask[MASK_WIDTH];

__global__ void convolve(const int *signal, int *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int start = i - MASK_WIDTH / 2;
    int sum = 0;
    for (int j = 0; j < MASK_WIDTH; j++) {
        int k = start + j;
        if (k >= 0 && k < n)
            sum += signal[k] * mask[j];
    }
    result[i] = sum; // violation
}

int main(void)
{
    const int weights[MASK_WIDTH] = {1, -2, 4, -2, 1};
    int signal[N], result[N];
    for (int i = 0; i < N; i++)
        signal[i] = (i * i) % 23;

    int *d_signal, *d_result;
    cudaMalloc((void **)&d_signal, sizeof(signal));
    cudaMemcpy(d_signal, signal, sizeof(signal), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(mask, weights, sizeof(weights));
    convolve<<<(N + 63) / 64, 64>>>(d_signal, d_result, N);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);

    for (int i = 2; i < N - 2; i++)
        assert(result[i] == signal[i - 2] - 2 * signal[i - 1] + 4 * signal[i] - 2 * signal[i + 1] + signal[i + 2]);
    assert(result[0] == 4 * signal[0] - 2 * signal[1] + signal[2]);
    cudaFree(d_signal);
    cudaFree(d_result);
    return 0;
}
