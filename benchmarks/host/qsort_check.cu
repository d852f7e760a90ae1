// expect: SUCCESSFUL
// Ranks are computed on the device by counting smaller keys; qsort on the host checks them.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 24

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

__global__ void rank_sort(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; j++)
        if (in[j] < in[i] || (in[j] == in[i] && j < i))
            rank++;
    out[rank] = in[i];
}

int main(void)
{
    int keys[N], sorted[N];
    for (int i = 0; i < N; i++)
        keys[i] = i * 29 % 17;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(keys));
    cudaMalloc((void **)&d_out, sizeof(keys));
    cudaMemcpy(d_in, keys, sizeof(keys), cudaMemcpyHostToDevice);
    rank_sort<<<1, 32>>>(d_in, d_out, N);
    cudaMemcpy(sorted, d_out, sizeof(sorted), cudaMemcpyDeviceToHost);

    qsort(keys, N, sizeof(int), compare);
    for (int i = 0; i < N; i++)
        assert(sorted[i] == keys[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
