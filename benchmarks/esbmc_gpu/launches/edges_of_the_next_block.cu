// expect: SUCCESSFUL
// Differences of neighbours across the borders of blocks: one launch smooths, the other one takes differences.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 512
#define BLOCK 128

__device__ float smooth[N];

__global__ void smooth_out(const float *in)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    smooth[i] = i + 1 < N ? 0.5f * (in[i] + in[i + 1]) : in[i];
}

__global__ void difference(float *out)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = i > 0 ? smooth[i] - smooth[i - 1] : 0.0f;
}

int main(void)
{
    float in[N], out[N], *d_in, *d_out;
    for (int i = 0; i < N; i++)
        in[i] = (float)(i * i);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    smooth_out<<<N / BLOCK, BLOCK>>>(d_in);
    difference<<<N / BLOCK, BLOCK>>>(d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 1; i + 1 < N; i++)
        assert(out[i] == 2.0f * i);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
