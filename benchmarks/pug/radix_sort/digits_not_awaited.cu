// expect: FAILED
// property: data-race
// Radix sort that ranks a key among digits that other threads have not written yet.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 64
#define BITS 2
#define DIGITS (1 << BITS)
#define KEYS 128
#define BLOCKS (KEYS / THREADS)
#define KEY_BITS 2

__device__ unsigned int digit_of(unsigned int key, int shift)
{
    return (key >> shift) & (DIGITS - 1);
}

// How many keys of each digit a block has: counts[digit * blocks + block].
__global__ void count_digits(unsigned int *counts, const unsigned int *keys, int shift)
{
    __shared__ unsigned int mine[DIGITS];
    const int tid = threadIdx.x;
    if (tid < DIGITS)
        mine[tid] = 0;
    __syncthreads(); // the counters are zero
    atomicAdd(&mine[digit_of(keys[blockIdx.x * THREADS + tid], shift)], 1u);
    __syncthreads(); // all keys are counted
    if (tid < DIGITS)
        counts[tid * gridDim.x + blockIdx.x] = mine[tid];
}

// Makes of each count the sum of those before it, with one block.
__global__ void scan_counts(unsigned int *counts, int count)
{
    __shared__ unsigned int sums[THREADS];
    const int tid = threadIdx.x;
    unsigned int own = tid < count ? counts[tid] : 0;
    sums[tid] = own;
    __syncthreads(); // the counts are loaded
    for (int offset = 1; offset < count; offset *= 2) {
        unsigned int before = tid >= offset ? sums[tid - offset] : 0;
        __syncthreads(); // all have read
        sums[tid] += before;
        __syncthreads(); // all have added
    }
    if (tid < count)
        counts[tid] = sums[tid] - own;
}

// A key goes behind the keys of its digit in blocks before, and in threads before.
__global__ void scatter(unsigned int *out, const unsigned int *keys, const unsigned int *starts, int shift)
{
    __shared__ unsigned char digits[THREADS];
    const int tid = threadIdx.x;
    const unsigned int key = keys[blockIdx.x * THREADS + tid];
    const unsigned int digit = digit_of(key, shift);
    digits[tid] = digit; // violation
    int rank = 0;
    for (int i = 0; i < tid; i++)
        rank += digits[i] == digit; // violation
    out[starts[digit * gridDim.x + blockIdx.x] + rank] = key;
}

int main(void)
{
    unsigned int *keys = (unsigned int *)malloc(KEYS * sizeof(unsigned int));
    unsigned int *sorted = (unsigned int *)malloc(KEYS * sizeof(unsigned int));
    for (int i = 0; i < KEYS; i++)
        keys[i] = (i * 45 + 7) % (1 << KEY_BITS);

    unsigned int *d_keys, *d_other, *d_counts;
    cudaMalloc((void **)&d_keys, KEYS * sizeof(unsigned int));
    cudaMalloc((void **)&d_other, KEYS * sizeof(unsigned int));
    cudaMalloc((void **)&d_counts, DIGITS * BLOCKS * sizeof(unsigned int));
    cudaMemcpy(d_keys, keys, KEYS * sizeof(unsigned int), cudaMemcpyHostToDevice);
    for (int shift = 0; shift < KEY_BITS; shift += BITS) {
        count_digits<<<BLOCKS, THREADS>>>(d_counts, d_keys, shift);
        scan_counts<<<1, THREADS>>>(d_counts, DIGITS * BLOCKS);
        scatter<<<BLOCKS, THREADS>>>(d_other, d_keys, d_counts, shift);
        unsigned int *sorted_now = d_other;
        d_other = d_keys;
        d_keys = sorted_now;
    }
    cudaMemcpy(sorted, d_keys, KEYS * sizeof(unsigned int), cudaMemcpyDeviceToHost);

    int unordered = 0;
    for (int i = 1; i < KEYS; i++)
        unordered += sorted[i - 1] > sorted[i];
    printf("%d neighbours are out of order\n", unordered);

    cudaFree(d_keys);
    cudaFree(d_other);
    cudaFree(d_counts);
    free(keys);
    free(sorted);
    return 0;
}
