// expect: SUCCESSFUL
// A device function shares a number with the block and holds a barrier; all threads call it, with any number.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 256

__device__ int partner_value(int *exchange, int value)
{
    exchange[threadIdx.x] = value;
    __syncthreads();
    return exchange[blockDim.x - 1 - threadIdx.x];
}

__global__ void compare(const int *in, char *higher)
{
    __shared__ int exchange[BLOCK];
    int value = in[threadIdx.x];
    if (value % 2 == 1)
        value = 3 * value + 1;
    int other = partner_value(exchange, value);
    higher[threadIdx.x] = value > other;
}

int main(void)
{
    int in[BLOCK], *d_in;
    char higher[BLOCK], *d_higher;
    for (int i = 0; i < BLOCK; i++)
        in[i] = 1000 + i;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_higher, sizeof(higher));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    compare<<<1, BLOCK>>>(d_in, d_higher);
    cudaMemcpy(higher, d_higher, sizeof(higher), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK; i++)
        assert(higher[i] == i % 2);
    cudaFree(d_in);
    cudaFree(d_higher);
    return 0;
}
