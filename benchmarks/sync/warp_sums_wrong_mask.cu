// expect: FAILED
// property: api-misuse
// The mask of the shuffle leaves out the upper half of the warp, which takes part.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64
#define WARP 32

__global__ void warp_sums(const int *in, int *out)
{
    int value = in[threadIdx.x];
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0x0000ffffu, value, offset); // violation
    if (threadIdx.x % WARP == 0)
        out[threadIdx.x / WARP] = value;
}

int main(void)
{
    int in[N], out[N / WARP];
    for (int i = 0; i < N; i++)
        in[i] = 3 * i + 1;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    warp_sums<<<1, N>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N / WARP; i++)
        printf("%d ", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
