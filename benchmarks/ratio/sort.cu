// expect: SUCCESSFUL
// Numbers that the host sorts with qsort, and in which each thread searches for one; sort.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#define BLOCK 128

int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

__global__ void search(const int *sorted, int *places, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < 3 * i)
            low = middle + 1;
        else
            high = middle;
    }
    places[i] = low;
}

int main()
{
    size_t size = N * sizeof(int);
    int *numbers = (int *)malloc(size);
    int *places = (int *)malloc(size);
    unsigned seed = 12345;
    for (int i = 0; i < N; ++i) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = (int)(seed >> 10);
    }
    qsort(numbers, N, sizeof(int), compare);
    int *d_numbers, *d_places;
    cudaMalloc((void **)&d_numbers, size);
    cudaMalloc((void **)&d_places, size);
    cudaMemcpy(d_numbers, numbers, size, cudaMemcpyHostToDevice);
    search<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_numbers, d_places, N);
    cudaMemcpy(places, d_places, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        assert(i == 0 || numbers[i - 1] <= numbers[i]);
        sum += (double)numbers[i] * (i % 5) + places[i];
    }
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_numbers);
    cudaFree(d_places);
    free(numbers);
    free(places);
    return 0;
}
