// expect: FAILED
// property: barrier-divergence
// Even and odd threads wait at two different barriers, one in each branch.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 16

__global__ void zigzag(const int *in, int *out)
{
    __shared__ int up[BLOCK / 2];
    __shared__ int down[BLOCK / 2];
    int tid = threadIdx.x;
    if (tid % 2 == 0) {
        up[tid / 2] = in[tid] + 1;
        __syncthreads(); // violation
    } else {
        down[tid / 2] = in[tid] - 1;
        __syncthreads(); // violation
    }
    out[tid] = tid % 2 == 0 ? down[tid / 2] : up[tid / 2];
}

int main(void)
{
    int in[BLOCK], out[BLOCK];
    for (int i = 0; i < BLOCK; i++)
        in[i] = 10 * i;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    zigzag<<<1, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK; i += 2) {
        assert(out[i] == in[i + 1] - 1);
        assert(out[i + 1] == in[i] + 1);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
