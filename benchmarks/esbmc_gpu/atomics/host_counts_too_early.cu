// expect: FAILED
// property: data-race
// Host and kernel count in one managed number: the kernel by atomics, the host by a plain addition before it waits.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void count_up(unsigned int *counter)
{
    atomicAdd_system(counter, threadIdx.x + 1); // violation
}

int main(void)
{
    unsigned int *counter;
    cudaMallocManaged((void **)&counter, sizeof(unsigned int));
    *counter = 1000;
    count_up<<<4, 128>>>(counter);
    *counter += 5; // violation
    cudaDeviceSynchronize();
    printf("%u\n", *counter);
    cudaFree(counter);
    return 0;
}
