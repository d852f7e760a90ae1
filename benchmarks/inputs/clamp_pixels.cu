// expect: SUCCESSFUL
// Brightness change with saturation, for arbitrary pixels and an arbitrary change.
#include <assert.h>
#include <cuda_runtime.h>

#define N 4

int nondet_int();
void __ESBMC_assume(bool);

__device__ int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

__global__ void brighten(int *pixels, int n, int change)
{
    int i = threadIdx.x;
    if (i < n)
        pixels[i] = clamp(pixels[i] + change, 0, 255);
}

int main(void)
{
    int before[N], after[N];
    for (int i = 0; i < N; i++) {
        before[i] = nondet_int();
        __ESBMC_assume(before[i] >= 0 && before[i] <= 255);
    }
    int change = nondet_int();
    __ESBMC_assume(change >= -255 && change <= 255);

    int *d_pixels;
    cudaMalloc((void **)&d_pixels, sizeof(before));
    cudaMemcpy(d_pixels, before, sizeof(before), cudaMemcpyHostToDevice);
    brighten<<<1, N>>>(d_pixels, N, change);
    cudaMemcpy(after, d_pixels, sizeof(after), cudaMemcpyDeviceToHost);
    cudaFree(d_pixels);

    for (int i = 0; i < N; i++) {
        assert(after[i] >= 0 && after[i] <= 255);
        if (change >= 0)
            assert(after[i] >= before[i]);
        else
            assert(after[i] <= before[i]);
    }
    return 0;
}
