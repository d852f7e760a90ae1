// expect: FAILED
// property: data-race
// Products of blocks; the active index is s * tid instead of 2 * s * tid, so that neighbours overlap.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define BLOCKS 8
#define N (BLOCK * BLOCKS)

__global__ void products(const unsigned int *in, unsigned int *out)
{
    __shared__ unsigned int value[BLOCK];
    unsigned int tid = threadIdx.x;
    value[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        unsigned int index = s * tid;
        if (index + s < blockDim.x)
            value[index] *= value[index + s]; // violation
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = value[0];
}

int main(void)
{
    unsigned int in[N], out[BLOCKS];
    for (int i = 0; i < N; i++)
        in[i] = 2 * i + 1;
    unsigned int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    products<<<BLOCKS, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        printf("%u\n", out[b]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
