// expect: FAILED
// property: signed-overflow
// options: --overflow-check
// Bisection step on arbitrary intervals; the sum of the ends may not fit in an int.
#include <assert.h>
#include <cuda_runtime.h>

#define N 2

int nondet_int();
void __ESBMC_assume(bool);

__device__ int midpoint(int low, int high)
{
    return (low + high) / 2; // violation
}

__global__ void halve(const int *low, const int *high, int *mid)
{
    int i = threadIdx.x;
    mid[i] = midpoint(low[i], high[i]);
}

int main(void)
{
    int low[N], high[N], mid[N];
    for (int i = 0; i < N; i++) {
        low[i] = nondet_int();
        high[i] = nondet_int();
        __ESBMC_assume(low[i] >= 0 && low[i] <= high[i]);
    }
    int *d_low, *d_high, *d_mid;
    cudaMalloc((void **)&d_low, sizeof(low));
    cudaMalloc((void **)&d_high, sizeof(high));
    cudaMalloc((void **)&d_mid, sizeof(mid));
    cudaMemcpy(d_low, low, sizeof(low), cudaMemcpyHostToDevice);
    cudaMemcpy(d_high, high, sizeof(high), cudaMemcpyHostToDevice);
    halve<<<1, N>>>(d_low, d_high, d_mid);
    cudaMemcpy(mid, d_mid, sizeof(mid), cudaMemcpyDeviceToHost);
    cudaFree(d_low);
    cudaFree(d_high);
    cudaFree(d_mid);
    return 0;
}
