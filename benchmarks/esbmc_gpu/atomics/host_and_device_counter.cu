// expect: SUCCESSFUL
// Host and kernel count in one managed number: the kernel by atomics of system scope, the host when it is done.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void count_up(unsigned int *counter)
{
    atomicAdd_system(counter, threadIdx.x + 1);
}

int main(void)
{
    unsigned int *counter;
    cudaMallocManaged((void **)&counter, sizeof(unsigned int));
    *counter = 1000;
    count_up<<<4, 128>>>(counter);
    cudaError_t status = cudaDeviceSynchronize();
    assert(status == cudaSuccess);
    *counter += 5;
    assert(*counter == 1005 + 4 * (128 * 129 / 2));
    cudaFree(counter);
    return 0;
}
