// expect: FAILED
// property: assertion
// The same reduction on a device whose threads are scheduled independently: the steps of the lanes mix.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64
#define WARP 32

__device__ void warp_reduce(volatile int *s, int tid)
{
    s[tid] += s[tid + 32];
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
    s[tid] += s[tid + 2];
    s[tid] += s[tid + 1];
}

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[N];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    __syncthreads();
    if (tid < WARP)
        warp_reduce(s, tid);
    if (tid == 0)
        *out = s[0];
}

int main(void)
{
    int in[N], out[1];
    for (int i = 0; i < N; i++)
        in[i] = 3 * i + 1;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sum<<<1, N>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += in[i];
    assert(out[0] == sum); // violation
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
