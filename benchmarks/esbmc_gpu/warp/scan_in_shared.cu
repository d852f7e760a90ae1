// expect: SUCCESSFUL
// Prefix sums of each warp in its own shared row; __syncwarp separates the reads of a round from its writes.
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
        int below = lane >= d ? row[lane - d] : 0;
        __syncwarp();
        row[lane] += below;
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
    for (int w = 0; w < N; w += WARP) {
        int sum = 0;
        for (int i = w; i < w + WARP; i++) {
            sum += in[i];
            assert(out[i] == sum);
        }
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
