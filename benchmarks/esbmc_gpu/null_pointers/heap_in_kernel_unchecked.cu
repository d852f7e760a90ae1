// expect: FAILED
// property: null-dereference
// options: --malloc-may-fail
// Each thread takes a small buffer from the heap of the device, and writes to it even if there is none.
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 2
#define LENGTH 4

__global__ void sum_of_squares(int *result)
{
    int *square = (int *)malloc(LENGTH * sizeof(int));
    for (int i = 0; i < LENGTH; i++)
        square[i] = (threadIdx.x + i) * (threadIdx.x + i); // violation
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
    cudaFree(d_result);
    return 0;
}
