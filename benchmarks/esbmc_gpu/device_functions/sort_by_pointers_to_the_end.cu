// expect: FAILED
// property: bounds
// A thread sorts eight numbers in place; the sort takes its second pointer for the last element, the caller passes
// the end.
#include <cuda_runtime.h>

#define GROUPS 1
#define SIZE 8

__device__ void exchange(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

__device__ int *smallest(int *first, int *last)
{
    int *best = first;
    for (int *p = first + 1; p <= last; p++)
        if (*p < *best) // violation
            best = p;
    return best;
}

// Selection sort of what is from `first` to `last`, both included.
__device__ void sort(int *first, int *last)
{
    for (; first < last; first++)
        exchange(first, smallest(first, last));
}

__global__ void sort_groups(int *data, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < groups) {
        int *group = data + g * SIZE;
        sort(group, group + SIZE);
    }
}

int main(void)
{
    int data[GROUPS * SIZE], *d_data;
    for (int i = 0; i < GROUPS * SIZE; i++)
        data[i] = (i * 37) % 101;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    sort_groups<<<1, 32>>>(d_data, GROUPS);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    cudaFree(d_data);
    return 0;
}
