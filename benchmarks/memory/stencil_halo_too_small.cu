// expect: FAILED
// property: bounds
// One-dimensional stencil; the shared array has room for one halo instead of two.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define RADIUS 3
#define BLOCK 64
#define N 256

__global__ void stencil_1d(const int *in, int *out)
{
    __shared__ int temp[BLOCK + RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
    int lindex = threadIdx.x + RADIUS;

    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK] = in[gindex + BLOCK]; // violation
    }
    __syncthreads();

    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    out[gindex - RADIUS] = result;
}

int main(void)
{
    const int padded = N + 2 * RADIUS;
    int *in = (int *)malloc(padded * sizeof(int));
    int *out = (int *)malloc(N * sizeof(int));
    for (int i = 0; i < padded; i++)
        in[i] = i - RADIUS;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, padded * sizeof(int));
    cudaMalloc((void **)&d_out, N * sizeof(int));
    cudaMemcpy(d_in, in, padded * sizeof(int), cudaMemcpyHostToDevice);
    stencil_1d<<<N / BLOCK, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost);

    for (int i = 0; i < N; i++)
        assert(out[i] == (2 * RADIUS + 1) * i);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
