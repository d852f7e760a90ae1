// expect: SUCCESSFUL
// A kernel applies a device function chosen by index from a table of function pointers.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 96

typedef int (*unary_t)(int);

__device__ int twice(int x)
{
    return 2 * x;
}

__device__ int square(int x)
{
    return x * x;
}

__device__ int negate(int x)
{
    return -x;
}

__device__ unary_t table[3] = {twice, square, negate};

__global__ void map(int which, const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unary_t f = table[which];
        out[i] = f(in[i]);
    }
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i - 20;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);

    for (int which = 0; which < 3; which++) {
        map<<<3, 32>>>(which, d_in, d_out, N);
        cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; i++) {
            int x = in[i];
            assert(out[i] == (which == 0 ? 2 * x : which == 1 ? x * x : -x));
        }
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
