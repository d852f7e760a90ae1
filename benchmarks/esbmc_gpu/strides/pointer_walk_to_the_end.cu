// expect: FAILED
// property: bounds
// Pointers walk through an array by the size of the grid; one that would arrive exactly at the end goes there.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define LENGTH 1500

__global__ void to_cents(const float *euros, const float *end, int *cents)
{
    int start = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    if (start >= end - euros)
        return;
    const float *from = euros + start;
    int *to = cents + start;
    while (true) {
        *to = (int)(*from * 100.0f); // violation
        if (end - from < step)
            break;
        from += step;
        to += step;
    }
}

static float *make_prices(int n)
{
    float *prices = new float[n];
    for (int i = 0; i < n; i++)
        prices[i] = i + 0.25f * (i % 4);
    return prices;
}

int main()
{
    float *prices = make_prices(LENGTH);
    int *cents = new int[LENGTH];
    float *d_prices = nullptr;
    int *d_cents = nullptr;
    cudaMalloc(&d_prices, LENGTH * sizeof(float));
    cudaMalloc(&d_cents, LENGTH * sizeof(int));
    cudaMemcpy(d_prices, prices, LENGTH * sizeof(float), cudaMemcpyHostToDevice);

    to_cents<<<4, 128>>>(d_prices, d_prices + LENGTH, d_cents);

    cudaMemcpy(cents, d_cents, LENGTH * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < LENGTH; i++)
        assert(cents[i] == 100 * i + 25 * (i % 4));
    cudaFree(d_prices);
    cudaFree(d_cents);
    delete[] prices;
    delete[] cents;
    return 0;
}
