// expect: FAILED
// property: data-race
// Eight threads mark their numbers in bits of one shared byte, each by a read and a write of the whole byte.
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
    __shared__ unsigned char flags[BLOCK / 8];
    int t = threadIdx.x;
    if (t < BLOCK / 8)
        flags[t] = 0;
    __syncthreads();
    if (is_prime(first + t))
        flags[t / 8] |= 1 << t % 8; // violation
    __syncthreads();
    if (t < BLOCK / 8)
        bits[t] = flags[t];
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
    printf("%d primes\n", count);
    cudaFree(d_bits);
    return 0;
}
