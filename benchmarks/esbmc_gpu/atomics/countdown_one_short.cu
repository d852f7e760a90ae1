// expect: FAILED
// property: assertion
// Three blocks count down by atomicDec from two, so that the counter is wound up too early.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3

__device__ unsigned int left = BLOCKS - 1;
__device__ int finishers;

__global__ void finish(void)
{
    unsigned int seen = atomicDec(&left, BLOCKS);
    assert(seen >= 1 && seen <= BLOCKS); // violation
    if (seen == 1)
        atomicAdd(&finishers, 1);
}

int main(void)
{
    unsigned int after = 99;
    int count = -1;
    finish<<<BLOCKS, 1>>>();
    cudaMemcpyFromSymbol(&after, left, sizeof(after));
    cudaMemcpyFromSymbol(&count, finishers, sizeof(count));
    printf("%d %u\n", count, after);
    return 0;
}
