// expect: FAILED
// property: barrier-divergence
// Least recently used cache with a barrier in the branch of the way that has found its address.
#include <stdio.h>
#include <cuda_runtime.h>

#define WAYS 16
#define CACHES 2
#define ACCESSES 3
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
        __syncthreads(); // the last access is done with
        if (way == 0)
            found = 0;
        __syncthreads(); // nothing is found yet
        if (tags[way] == mine[i]) {
            chosen = way;
            found = 1;
            __syncthreads(); // found // violation
        }
        __syncthreads(); // a hit would be known // violation
        if (!found && ages[way] == WAYS - 1)
            chosen = way;
        __syncthreads(); // the way is chosen
        if (way == chosen) {
            tags[way] = mine[i];
            old_age = ages[way];
        }
        __syncthreads(); // its age is known
        count += found;
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
        addresses[i] = i % 2; // the third access is a hit
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
