// expect: SUCCESSFUL
// Every thread marks in a byte of its own whether its number is prime; neighbouring bytes do not disturb each other.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 256

__device__ bool is_prime(int n)
{
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

__global__ void mark_primes(unsigned char *bits, int first)
{
    __shared__ unsigned char flags[BLOCK];
    int t = threadIdx.x;
    flags[t] = is_prime(first + t);
    __syncthreads();
    if (t < BLOCK / 8) {
        unsigned char byte = 0;
        for (int b = 0; b < 8; b++)
            byte |= flags[8 * t + b] << b;
        bits[t] = byte;
    }
}

int main(void)
{
    unsigned char bits[BLOCK / 8];
    unsigned char *d_bits;
    cudaMalloc((void **)&d_bits, sizeof(bits));
    mark_primes<<<1, BLOCK>>>(d_bits, 0);
    cudaMemcpy(bits, d_bits, sizeof(bits), cudaMemcpyDeviceToHost);
    int count = 0;
    for (int i = 0; i < BLOCK; i++)
        count += bits[i / 8] >> i % 8 & 1;
    assert(count == 54);
    assert(bits[0] == 0xac);
    cudaFree(d_bits);
    return 0;
}
