// expect: FAILED
// property: assertion
// Trial division that stops just before the square root, so the squares of primes count as primes.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define LIMIT 2048
#define THREADS 256

__device__ bool is_prime(int n)
{
    if (n < 2)
        return false;
    if (n % 2 == 0)
        return n == 2;
    for (int d = 3; d * d < n; d += 2)
        if (n % d == 0)
            return false;
    return true;
}

__global__ void mark_primes(bool *prime)
{
    int n = blockDim.x * blockIdx.x + threadIdx.x;
    prime[n] = is_prime(n);
}

int main()
{
    bool prime[LIMIT];
    bool *d_prime = NULL;
    cudaMalloc((void **)&d_prime, LIMIT * sizeof(bool));
    mark_primes<<<LIMIT / THREADS, THREADS>>>(d_prime);
    cudaMemcpy(prime, d_prime, LIMIT * sizeof(bool), cudaMemcpyDeviceToHost);
    cudaFree(d_prime);

    int count = 0;
    for (int n = 0; n < LIMIT; n++)
        count += prime[n];
    printf("%d primes\n", count);
    assert(count == 309); // violation
    return 0;
}
