// expect: FAILED
// property: assertion
// options: --context-bound 2
// Visitors read the counter and write it back by two atomics, so a visitor can be lost.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3

__device__ int visitors;

__global__ void visit(int *number)
{
    int seen = atomicAdd(&visitors, 0);
    atomicExch(&visitors, seen + 1);
    number[blockIdx.x] = seen;
}

int main(void)
{
    int number[BLOCKS];
    int *d_number;
    int total = 0;
    cudaMalloc((void **)&d_number, sizeof(number));
    cudaMemcpyToSymbol(visitors, &total, sizeof(int));

    visit<<<BLOCKS, 1>>>(d_number);

    cudaMemcpy(number, d_number, sizeof(number), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&total, visitors, sizeof(int));
    cudaFree(d_number);

    assert(total == BLOCKS); // violation
    for (int i = 0; i < BLOCKS; i++) {
        assert(number[i] >= 0 && number[i] < BLOCKS);
        for (int j = 0; j < i; j++)
            assert(number[i] != number[j]);
    }
    return 0;
}
