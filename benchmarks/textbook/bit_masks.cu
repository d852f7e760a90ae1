// expect: SUCCESSFUL
// options: --ub-shift-check
// Membership masks: each thread makes the mask of one set of numbers from 0 to 63.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SETS 9
#define LARGEST 63

__global__ void multiples(unsigned long long *mask)
{
    int step = threadIdx.x + 1;
    if (step > SETS)
        return;
    unsigned long long m = 0;
    for (int k = 0; k <= LARGEST; k += step)
        m |= 1ULL << k;
    mask[step - 1] = m;
}

static int members(unsigned long long mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

int main(void)
{
    unsigned long long mask[SETS];
    unsigned long long *d_mask;
    cudaMalloc((void **)&d_mask, sizeof(mask));
    multiples<<<1, 16>>>(d_mask);
    cudaMemcpy(mask, d_mask, sizeof(mask), cudaMemcpyDeviceToHost);
    cudaFree(d_mask);

    for (int s = 1; s <= SETS; s++)
        assert(members(mask[s - 1]) == LARGEST / s + 1);
    assert((mask[1] & mask[2]) == mask[5]);
    return 0;
}
