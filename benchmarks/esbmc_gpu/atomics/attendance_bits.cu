// expect: SUCCESSFUL
// Who is there: threads set bits by atomicOr, those who leave clear theirs by atomicAnd in a second launch.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PEOPLE 1024
#define WORDS (PEOPLE / 32)

__global__ void enter(unsigned int *there)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 != 0)
        atomicOr(&there[i / 32], 1u << i % 32);
}

__global__ void leave(unsigned int *there)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 7 == 0)
        atomicAnd(&there[i / 32], ~(1u << i % 32));
}

int main(void)
{
    unsigned int there[WORDS], *d_there;
    cudaMalloc((void **)&d_there, sizeof(there));
    cudaMemset(d_there, 0, sizeof(there));
    enter<<<PEOPLE / 256, 256>>>(d_there);
    leave<<<PEOPLE / 256, 256>>>(d_there);
    cudaMemcpy(there, d_there, sizeof(there), cudaMemcpyDeviceToHost);
    for (int i = 0; i < PEOPLE; i++)
        assert((there[i / 32] >> i % 32 & 1) == (i % 3 != 0 && i % 7 != 0));
    cudaFree(d_there);
    return 0;
}
