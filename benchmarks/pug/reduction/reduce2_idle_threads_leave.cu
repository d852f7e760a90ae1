// expect: FAILED
// property: barrier-divergence
// Reduction 2 whose threads without an element leave before the barriers.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 64
#define COUNT 250
#define BLOCKS ((COUNT + BLOCK - 1) / BLOCK)

__global__ void reduce2(const int *in, int *partial, unsigned int n)
{
    extern __shared__ int data[];
    const unsigned int tid = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + tid;
    if (i >= n)
        return;
    data[tid] = in[i];
    __syncthreads(); // data is complete // violation

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads(); // the round is complete
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

int main(void)
{
    int *in = (int *)malloc(COUNT * sizeof(int));
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = (i * 37 + i / 7) % 101 - 50;
        expected += in[i];
    }

    int partial[BLOCKS];
    int *d_in, *d_partial;
    cudaMalloc((void **)&d_in, COUNT * sizeof(int));
    cudaMalloc((void **)&d_partial, BLOCKS * sizeof(int));
    cudaMemcpy(d_in, in, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    reduce2<<<BLOCKS, BLOCK, BLOCK * sizeof(int)>>>(d_in, d_partial, COUNT);
    cudaMemcpy(partial, d_partial, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0;
    for (int i = 0; i < BLOCKS; i++)
        sum += partial[i];
    printf("sum %d, expected %d\n", sum, expected);

    cudaFree(d_in);
    cudaFree(d_partial);
    free(in);
    return 0;
}
