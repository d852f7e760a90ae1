// expect: FAILED
// property: api-misuse
// All lanes of a warp shuffle, but the mask names the lower half alone.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 32

__global__ void sum(const int *in, int *out)
{
    int value = in[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0x0000ffffu, value, offset); // violation
    if (threadIdx.x == 0)
        *out = value;
}

int main(void)
{
    int h[N], *d_in, *d_out, total;
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMalloc((void **)&d_in, sizeof(h));
    cudaMalloc((void **)&d_out, sizeof(int));
    cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
    sum<<<1, N>>>(d_in, d_out);
    cudaMemcpy(&total, d_out, sizeof(int), cudaMemcpyDeviceToHost);
    assert(total == N * (N - 1) / 2);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
