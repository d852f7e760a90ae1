// expect: FAILED
// property: data-race
// Bitonic sort with its barrier moved out of the inner loop: only the sizes are kept apart.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define COUNT 64

__device__ void exchange(int *a, int *b)
{
    int kept = *a; // violation
    *a = *b; // violation
    *b = kept; // violation
}

__global__ void bitonic_sort(int *values)
{
    __shared__ int data[COUNT];
    const unsigned int tid = threadIdx.x;

    data[tid] = values[tid];
    __syncthreads(); // data is complete

    for (unsigned int size = 2; size <= COUNT; size *= 2) {
        for (unsigned int stride = size / 2; stride > 0; stride /= 2) {
            unsigned int partner = tid ^ stride;
            if (partner > tid) {
                bool ascending = (tid & size) == 0;
                if (ascending == (data[tid] > data[partner])) // violation
                    exchange(&data[tid], &data[partner]);
            }
        }
        __syncthreads(); // the size is complete
    }
    values[tid] = data[tid];
}

int main(void)
{
    int *values = (int *)malloc(COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++)
        values[i] = (i * 73 + 11) % 101;

    int *d_values;
    cudaMalloc((void **)&d_values, COUNT * sizeof(int));
    cudaMemcpy(d_values, values, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    bitonic_sort<<<1, COUNT>>>(d_values);
    cudaMemcpy(values, d_values, COUNT * sizeof(int), cudaMemcpyDeviceToHost);

    int unordered = 0;
    for (int i = 1; i < COUNT; i++)
        unordered += values[i - 1] > values[i];
    printf("%d neighbours are out of order\n", unordered);

    cudaFree(d_values);
    free(values);
    return 0;
}
