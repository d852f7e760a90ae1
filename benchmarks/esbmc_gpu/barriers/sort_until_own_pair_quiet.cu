// expect: FAILED
// property: barrier-divergence
// Neighbours are swapped; a thread stops as soon as it had nothing to swap, and no longer comes to the barriers.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__device__ bool order(int *a, int *b)
{
    if (*a <= *b)
        return false;
    int kept = *a;
    *a = *b;
    *b = kept;
    return true;
}

__global__ void sort(int *data)
{
    __shared__ int cell[N];
    int t = threadIdx.x;
    cell[2 * t] = data[2 * t];
    cell[2 * t + 1] = data[2 * t + 1];
    __syncthreads();
    bool swapped = true;
    while (swapped) {
        bool mine = order(&cell[2 * t], &cell[2 * t + 1]);
        __syncthreads(); // violation
        if (t + 1 < N / 2)
            mine |= order(&cell[2 * t + 1], &cell[2 * t + 2]);
        __syncthreads();
        swapped = mine;
    }
    data[2 * t] = cell[2 * t];
    data[2 * t + 1] = cell[2 * t + 1];
}

int main(void)
{
    int data[N], *d_data;
    for (int i = 0; i < N; i++)
        data[i] = i < N / 2 ? i / 8 * 8 + (7 - i % 8) : i;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    sort<<<1, N / 2>>>(d_data);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", data[i]);
    cudaFree(d_data);
    return 0;
}
