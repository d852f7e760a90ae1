// expect: FAILED
// property: bounds
// Keys are counted in hash buckets; the remainder of a negative key is negative.
#include <assert.h>
#include <cuda_runtime.h>

#define KEYS 3
#define BUCKETS 5

int nondet_int();

__device__ int bucket_of(int key)
{
    return key % BUCKETS;
}

__global__ void count(const int *keys, int *buckets)
{
    atomicAdd(&buckets[bucket_of(keys[threadIdx.x])], 1); // violation
}

int main(void)
{
    int keys[KEYS], buckets[BUCKETS];
    for (int i = 0; i < KEYS; i++)
        keys[i] = nondet_int();
    int *d_keys, *d_buckets;
    cudaMalloc((void **)&d_keys, sizeof(keys));
    cudaMalloc((void **)&d_buckets, sizeof(buckets));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    cudaMemset(d_buckets, 0, sizeof(buckets));
    count<<<1, KEYS>>>(d_keys, d_buckets);
    cudaMemcpy(buckets, d_buckets, sizeof(buckets), cudaMemcpyDeviceToHost);
    cudaFree(d_keys);
    cudaFree(d_buckets);

    int sum = 0;
    for (int b = 0; b < BUCKETS; b++)
        sum += buckets[b];
    assert(sum == KEYS);
    return 0;
}
