// expect: FAILED
// property: data-race
// Reduction 0 without the barrier between its rounds.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 64
#define COUNT 250
#define BLOCKS ((COUNT + BLOCK - 1) / BLOCK)

__global__ void reduce0(const int *in, int *partial, unsigned int n)
{
    extern __shared__ int data[];
    const unsigned int tid = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + tid;
    data[tid] = i < n ? in[i] : 0;
    __syncthreads(); // data is complete

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            data[tid] += data[tid + s]; // violation
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
    reduce0<<<BLOCKS, BLOCK, BLOCK * sizeof(int)>>>(d_in, d_partial, COUNT);
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
