// expect: SUCCESSFUL
// Three blocks count down by atomicDec; the one that sees 1 is the last and finds the counter wound up again.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3

__device__ unsigned int left = BLOCKS;
__device__ int finishers;

__global__ void finish(void)
{
    unsigned int seen = atomicDec(&left, BLOCKS);
    assert(seen >= 1 && seen <= BLOCKS);
    if (seen == 1) {
        atomicAdd(&finishers, 1);
        unsigned int zero = atomicDec(&left, BLOCKS);
        assert(zero == 0);
    }
}

int main(void)
{
    unsigned int after = 99;
    int count = -1;
    finish<<<BLOCKS, 1>>>();
    cudaMemcpyFromSymbol(&after, left, sizeof(after));
    cudaMemcpyFromSymbol(&count, finishers, sizeof(count));
    assert(count == 1);
    assert(after == BLOCKS);
    return 0;
}
