// expect: SUCCESSFUL
// options: --context-bound 2
// The visitors of three blocks are counted by an atomic; each also learns its number.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3

__device__ int visitors;

__global__ void visit(int *number)
{
    number[blockIdx.x] = atomicAdd(&visitors, 1);
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

    assert(total == BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        assert(number[i] >= 0 && number[i] < BLOCKS);
        for (int j = 0; j < i; j++)
            assert(number[i] != number[j]);
    }
    return 0;
}
