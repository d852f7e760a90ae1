// expect: FAILED
// property: data-race
// Sum of a block by warps; the first warp reads the sums of the others without waiting for them.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 256
#define WARPS (BLOCK / 32)
#define FULL 0xffffffffu

__device__ __forceinline__ double warp_sum(double v)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask /= 2)
        v += __shfl_xor_sync(FULL, v, mask);
    return v;
}

__global__ void block_sum(const double *in, double *out)
{
    __shared__ double sums[WARPS];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    double v = warp_sum(in[blockIdx.x * BLOCK + threadIdx.x]);
    if (lane == 0)
        sums[warp] = v; // violation
    if (warp == 0) {
        v = warp_sum(lane < WARPS ? sums[lane] : 0.0); // violation
        if (lane == 0)
            out[blockIdx.x] = v;
    }
}

int main(void)
{
    const int n = 2 * BLOCK;
    double *in = (double *)calloc(n, sizeof(double)), out[2];
    for (int i = 0; i < n; i++)
        in[i] = i / 2.0;
    double *d_in, *d_out;
    cudaMalloc((void **)&d_in, n * sizeof(double));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, n * sizeof(double), cudaMemcpyHostToDevice);
    block_sum<<<2, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%f %f\n", out[0], out[1]);
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    return 0;
}
