// expect: SUCCESSFUL
// Product of doubles by a loop of atomicCAS on their bits; all orders of three threads give the same product.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define THREADS 3

__device__ double atomic_multiply(double *address, double factor)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = atomicAdd(bits, 0ULL), assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(factor * __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void multiply(double *product)
{
    atomic_multiply(product, threadIdx.x + 1.5);
}

int main(void)
{
    double product = 2.0, *d_product;
    cudaMalloc((void **)&d_product, sizeof(double));
    cudaMemcpy(d_product, &product, sizeof(double), cudaMemcpyHostToDevice);
    multiply<<<1, THREADS>>>(d_product);
    cudaMemcpy(&product, d_product, sizeof(double), cudaMemcpyDeviceToHost);
    assert(product == 2.0 * 1.5 * 2.5 * 3.5);
    cudaFree(d_product);
    return 0;
}
