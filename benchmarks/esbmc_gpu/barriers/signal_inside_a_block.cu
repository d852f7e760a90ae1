// expect: SUCCESSFUL
// A thread of one warp signals another warp, which waits before the barrier; the signal comes before the barrier too.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void prepare(int *out)
{
    __shared__ int start;
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t == 32) {
        start = 500;
        __threadfence_block();
        atomicExch(&flag, 1);
    }
    if (t == 0) {
        while (atomicCAS(&flag, 1, 2) != 1) {
        }
        __threadfence_block();
        start += 7;
    }
    __syncthreads();
    out[t] = start + t;
}

int main(void)
{
    int out[64], *d_out;
    cudaMalloc((void **)&d_out, sizeof(out));
    prepare<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        assert(out[i] == 507 + i);
    cudaFree(d_out);
    return 0;
}
