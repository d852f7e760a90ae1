// expect: FAILED
// property: bounds
// Measurements became double when their buffer had been written for float: it is half as large as needed.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define COUNT 2000

typedef double real;

__global__ void celsius(const real *fahrenheit, real *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = (fahrenheit[i] - 32) * 5 / 9; // violation
}

int main(void)
{
    real *host = (real *)malloc(COUNT * sizeof *host);
    for (int i = 0; i < COUNT; i++)
        host[i] = i % 100;
    real *d_in, *d_out;
    cudaMalloc((void **)&d_in, COUNT * sizeof(real));
    cudaMalloc((void **)&d_out, COUNT * sizeof(float));
    cudaMemcpy(d_in, host, COUNT * sizeof(real), cudaMemcpyHostToDevice);
    celsius<<<(COUNT + 255) / 256, 256>>>(d_in, d_out, COUNT);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    free(host);
    return 0;
}
