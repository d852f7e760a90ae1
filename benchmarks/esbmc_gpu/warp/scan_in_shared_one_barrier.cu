// expect: FAILED
// property: data-race
// Prefix sums of a warp in shared memory; nothing separates the reads of a round from its writes.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WARP 32
#define WARPS 4
#define N (2 * WARPS * WARP)

__global__ void scan(const int *in, int *out)
{
    __shared__ int rows[WARPS][WARP];
    int lane = threadIdx.x & (WARP - 1);
    int *row = rows[threadIdx.x / WARP];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    row[lane] = in[i];
    __syncwarp();
    for (int d = 1; d < WARP; d <<= 1) {
        int below = lane >= d ? row[lane - d] : 0; // violation
        row[lane] += below; // violation
        __syncwarp();
    }
    out[i] = row[lane];
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i - N / 2;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    scan<<<2, WARPS * WARP>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = WARP - 1; i < N; i += WARP)
        printf("%d\n", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
