// expect: FAILED
// property: shift
// options: --ub-shift-check
// Masks of 64 bits that are built from an int.
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
        m |= 1 << k; // violation
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
        printf("%d %d\n", s, members(mask[s - 1]));
    return 0;
}
