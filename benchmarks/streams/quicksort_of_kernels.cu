// expect: SUCCESSFUL
// Quicksort: a kernel partitions its part of the array, and launches itself for both halves in streams of their own.
#include <assert.h>
#include <cuda_runtime.h>

#define N 12

__global__ void quicksort(int *a, int first, int last)
{
    int pivot = a[(first + last) / 2];
    int i = first, j = last;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int held = a[i];
            a[i++] = a[j];
            a[j--] = held;
        }
    }
    cudaStream_t left, right;
    if (first < j) {
        cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, left>>>(a, first, j);
        cudaStreamDestroy(left);
    }
    if (i < last) {
        cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, right>>>(a, i, last);
        cudaStreamDestroy(right);
    }
}

int main(void)
{
    int a[N], *d_a;
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % N;
    cudaMalloc((void **)&d_a, N * sizeof(int));
    cudaMemcpy(d_a, a, N * sizeof(int), cudaMemcpyHostToDevice);
    quicksort<<<1, 1>>>(d_a, 0, N - 1);
    cudaMemcpy(a, d_a, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(a[i] == i);
    cudaFree(d_a);
    return 0;
}
