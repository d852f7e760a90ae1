// expect: SUCCESSFUL
// Prefix sums of each block in two shared buffers (Hillis and Steele); scan.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 128
#endif
#define BLOCK 128

__global__ void scan(const int *in, int *out)
{
    __shared__ int part[2][BLOCK];
    int t = threadIdx.x, from = 0;
    part[0][t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int reach = 1; reach < BLOCK; reach *= 2) {
        int sum = part[from][t];
        if (t >= reach)
            sum += part[from][t - reach];
        part[1 - from][t] = sum;
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = part[from][t];
}

int main()
{
    size_t size = N * sizeof(int);
    int *in = (int *)malloc(size);
    int *out = (int *)malloc(size);
    for (int i = 0; i < N; ++i)
        in[i] = i % 13;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, size);
    cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, in, size, cudaMemcpyHostToDevice);
    scan<<<N / BLOCK, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
    int carry = 0;
    for (int i = 0; i < N; ++i) {
        out[i] += carry;
        if (i % BLOCK == BLOCK - 1)
            carry = out[i];
    }
    double sum = 0.0;
    for (int i = 0; i < N; ++i)
        sum += out[i];
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
