// expect: FAILED
// property: data-race
// Eight blocks add to one number under a spin lock. Nothing orders the sum before the lock is free again.
#include <cuda_runtime.h>

#define BLOCKS 8

__device__ int taken, sum;

__global__ void add_up(void)
{
    while (atomicCAS(&taken, 0, 1) != 0)
        ;
    __threadfence();
    sum += blockIdx.x; // violation
    atomicExch(&taken, 0);
}

int main(void)
{
    add_up<<<BLOCKS, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
