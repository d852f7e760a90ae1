// expect: SUCCESSFUL
// Products of arrays of complex numbers, each a struct of two doubles, by a device function from structs to a struct.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct {
    double re, im;
} complex_t;

__host__ __device__ static complex_t multiply(complex_t a, complex_t b)
{
    complex_t c;
    c.re = a.re * b.re - a.im * b.im;
    c.im = a.re * b.im + a.im * b.re;
    return c;
}

__global__ void multiply_all(complex_t *a, const complex_t *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = multiply(a[i], b[i]);
}

int main(void)
{
    const size_t n = 1000, bytes = n * sizeof(complex_t);
    complex_t *a = (complex_t *)malloc(bytes), *b = (complex_t *)malloc(bytes), *d_a, *d_b;
    for (size_t i = 0; i < n; i++) {
        a[i].re = i;
        a[i].im = 1;
        b[i].re = i;
        b[i].im = -1; // the conjugate
    }
    cudaMalloc((void **)&d_a, bytes);
    cudaMalloc((void **)&d_b, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    multiply_all<<<(n + 127) / 128, 128>>>(d_a, d_b, n);
    cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        assert(a[i].im == 0 && a[i].re == (double)(i * i + 1));
    cudaFree(d_a);
    cudaFree(d_b);
    free(a);
    free(b);
    return 0;
}
