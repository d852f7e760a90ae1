// expect: SUCCESSFUL
// Neighbouring lanes of a warp exchange values through shared memory with __syncwarp alone.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64
#define WARP 32

__global__ void exchange_pairs(const int *in, int *out)
{
    __shared__ int slot[N];
    int tid = threadIdx.x;
    slot[tid] = in[tid];
    __syncwarp();
    int other = slot[tid ^ 1];
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
        int j = i / WARP * WARP + (WARP - 1 - i % WARP);
        assert(out[i] == in[j ^ 1] - in[j]);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
