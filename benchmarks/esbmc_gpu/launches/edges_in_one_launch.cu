// expect: FAILED
// property: data-race
// One launch smooths and takes differences, with a barrier between; the first thread of a block needs the block before.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256
#define BLOCK 128

__device__ float smooth[N];

__global__ void difference(const float *in, float *out)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    smooth[i] = i + 1 < N ? 0.5f * (in[i] + in[i + 1]) : in[i]; // violation
    __syncthreads();
    out[i] = i > 0 ? smooth[i] - smooth[i - 1] : 0.0f; // violation
}

int main(void)
{
    float in[N], out[N], *d_in, *d_out;
    for (int i = 0; i < N; i++)
        in[i] = (float)(i * i);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    difference<<<N / BLOCK, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 1; i + 1 < N; i++)
        printf("%g ", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
