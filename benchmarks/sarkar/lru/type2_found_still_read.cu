// expect: FAILED
// property: data-race
// Least recently used cache that forgets the last hit while other threads still count it.
#include <stdio.h>
#include <cuda_runtime.h>

#define WAYS 16
#define CACHES 2
#define ACCESSES 4
#define NONE (-1)

__global__ void simulate(int *hits, const int *addresses, int accesses)
{
    __shared__ int tags[WAYS], ages[WAYS];
    __shared__ int chosen, old_age, found;
    const int way = threadIdx.x;
    const int *mine = addresses + blockIdx.x * accesses;
    int count = 0;

    tags[way] = NONE;
    ages[way] = WAYS - 1 - way; // a permutation: exactly one way is the oldest
    for (int i = 0; i < accesses; i++) {
        if (way == 0)
            found = 0; // violation
        __syncthreads(); // nothing is found yet
        if (tags[way] == mine[i]) {
            chosen = way;
            found = 1;
        }
        __syncthreads(); // a hit would be known
        if (!found && ages[way] == WAYS - 1)
            chosen = way;
        __syncthreads(); // the way is chosen
        if (way == chosen) {
            tags[way] = mine[i];
            old_age = ages[way];
        }
        __syncthreads(); // its age is known
        count += found; // violation
        if (ages[way] < old_age)
            ages[way]++;
        else if (way == chosen)
            ages[way] = 0;
    }
    if (way == 0)
        hits[blockIdx.x] = count;
}

int main(void)
{
    int addresses[CACHES * ACCESSES], hits[CACHES];
    for (int i = 0; i < ACCESSES; i++) {
        addresses[i] = i % WAYS;              // fits into the cache: each address misses once
        addresses[ACCESSES + i] = i % (WAYS + 1); // is one too large: every access misses
    }

    int *d_addresses, *d_hits;
    cudaMalloc((void **)&d_addresses, sizeof(addresses));
    cudaMalloc((void **)&d_hits, sizeof(hits));
    cudaMemcpy(d_addresses, addresses, sizeof(addresses), cudaMemcpyHostToDevice);
    simulate<<<CACHES, WAYS>>>(d_hits, d_addresses, ACCESSES);
    cudaMemcpy(hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);

    printf("hits: %d, %d\n", hits[0], hits[1]);
    cudaFree(d_addresses);
    cudaFree(d_hits);
    return 0;
}
