// expect: FAILED
// property: data-race
// Lanes of a warp exchange values, relying on lock-step execution instead of __syncwarp.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64
#define WARP 32

__global__ void exchange_pairs(const int *in, int *out)
{
    __shared__ int slot[N];
    int tid = threadIdx.x;
    slot[tid] = in[tid]; // violation
    int other = slot[tid ^ 1]; // violation
    __syncwarp();
    slot[tid] = other - in[tid];
    __syncwarp();
    out[tid] = slot[tid / WARP * WARP + (WARP - 1 - tid % WARP)];
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i * i;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    exchange_pairs<<<1, N>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        printf("%d ", out[i]);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
