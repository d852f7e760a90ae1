// expect: FAILED
// property: assertion
// Levels from 0 to 255 are averaged by way of a sum that is kept in unsigned char and loses its top bit.
#include <assert.h>
#include <stdint.h>
#include <cuda_runtime.h>

#define N 1000

__global__ void average(const uint8_t *a, const uint8_t *b, uint8_t *out, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uint8_t sum = a[i] + b[i] + 1;
        out[i] = sum / 2;
    }
}

int main(void)
{
    uint8_t a[N], b[N], out[N], *d_a, *d_b, *d_out;
    for (int i = 0; i < N; i++) {
        a[i] = i % 256;
        b[i] = 255;
    }
    cudaMalloc((void **)&d_a, N);
    cudaMalloc((void **)&d_b, N);
    cudaMalloc((void **)&d_out, N);
    cudaMemcpy(d_a, a, N, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, N, cudaMemcpyHostToDevice);
    average<<<(N + 127) / 128, 128>>>(d_a, d_b, d_out, N);
    cudaMemcpy(out, d_out, N, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(out[i] >= 128 && out[i] >= a[i]); // violation
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_out);
    return 0;
}
