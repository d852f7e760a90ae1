// expect: SUCCESSFUL
// options: --malloc-may-fail
// Each thread takes a small buffer from the heap of the device, which may be exhausted, and gives it back.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 2
#define LENGTH 4

__global__ void sum_of_squares(int *result)
{
    int *square = (int *)malloc(LENGTH * sizeof(int));
    if (square == NULL) {
        result[threadIdx.x] = -1;
        return;
    }
    for (int i = 0; i < LENGTH; i++)
        square[i] = (threadIdx.x + i) * (threadIdx.x + i);
    int sum = 0;
    for (int i = 0; i < LENGTH; i++)
        sum += square[i];
    free(square);
    result[threadIdx.x] = sum;
}

int main(void)
{
    int result[THREADS];
    int *d_result;
    if (cudaMalloc((void **)&d_result, sizeof(result)) != cudaSuccess)
        return 1;
    sum_of_squares<<<1, THREADS>>>(d_result);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    assert(result[0] == 14 || result[0] == -1);
    assert(result[1] == 30 || result[1] == -1);
    cudaFree(d_result);
    return 0;
}
