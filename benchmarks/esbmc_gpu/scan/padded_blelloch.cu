// expect: SUCCESSFUL
// Work-efficient exclusive scan whose indices are padded by one in 32, against conflicts of memory banks.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BANKS 32
#define PAD(i) ((i) + (i) / BANKS)
#define N 256

__global__ void exclusive_scan(const int *in, int *out)
{
    __shared__ int tree[PAD(N)];
    const int t = threadIdx.x;
    tree[PAD(t)] = in[t];
    tree[PAD(t + N / 2)] = in[t + N / 2];

    int span = 1;
    for (int active = N / 2; active > 0; active /= 2, span *= 2) {
        __syncthreads();
        if (t < active) {
            int right = span * (2 * t + 2) - 1;
            tree[PAD(right)] += tree[PAD(right - span)];
        }
    }
    __syncthreads();
    if (t == 0)
        tree[PAD(N - 1)] = 0;
    for (int active = 1; active < N; active *= 2) {
        span /= 2;
        __syncthreads();
        if (t < active) {
            int right = span * (2 * t + 2) - 1;
            int left = right - span;
            int sum = tree[PAD(right)];
            tree[PAD(right)] = sum + tree[PAD(left)];
            tree[PAD(left)] = sum;
        }
    }
    __syncthreads();
    out[t] = tree[PAD(t)];
    out[t + N / 2] = tree[PAD(t + N / 2)];
}

int main(void)
{
    int *in = (int *)malloc(2 * N * sizeof(int)), *out = in + N;
    for (int i = 0; i < N; i++)
        in[i] = i % 5 ? i : -i;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, N * sizeof(int));
    cudaMalloc((void **)&d_out, N * sizeof(int));
    cudaMemcpy(d_in, in, N * sizeof(int), cudaMemcpyHostToDevice);
    exclusive_scan<<<1, N / 2>>>(d_in, d_out);
    cudaMemcpy(out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0, sum = 0; i < N; sum += in[i++])
        assert(out[i] == sum);
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    return 0;
}
