// expect: FAILED
// property: data-race
// Two threads set neighbouring bit-fields of one shared struct, which are one memory location.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 64

struct State {
    unsigned int mode : 4;
    unsigned int level : 12;
};

__global__ void configure(unsigned int *out, unsigned int mode, unsigned int level)
{
    __shared__ State state;
    if (threadIdx.x == 0)
        state.mode = mode; // violation
    if (threadIdx.x == 32)
        state.level = level; // violation
    __syncthreads();
    out[threadIdx.x] = state.mode * 10000 + state.level + threadIdx.x;
}

int main(void)
{
    unsigned int out[BLOCK], *d_out;
    cudaMalloc((void **)&d_out, sizeof(out));
    configure<<<1, BLOCK>>>(d_out, 9, 4001);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < BLOCK; i++)
        printf("%u ", out[i]);
    cudaFree(d_out);
    return 0;
}
