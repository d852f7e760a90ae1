// expect: FAILED
// property: launch-config
// Five-point stencil with blocks of 33 times 32 threads, more than the 1024 of a block.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define W 18
#define H 14
#define AT(y, x) ((y) * W + (x))

__global__ void five_point(const int *in, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    if (x == 0 || y == 0 || x == W - 1 || y == H - 1) {
        out[AT(y, x)] = in[AT(y, x)];
        return;
    }
    out[AT(y, x)] = in[AT(y - 1, x)] + in[AT(y + 1, x)] + in[AT(y, x - 1)] + in[AT(y, x + 1)]
                    - 4 * in[AT(y, x)];
}

int main(void)
{
    int in[H][W], out[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = x * x + 3 * y;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    dim3 block(33, 32);
    dim3 grid((W + block.x - 1) / block.x, (H + block.y - 1) / block.y);
    five_point<<<grid, block>>>(d_in, d_out); // violation
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);

    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            assert(out[y][x] == 2);
    assert(out[0][5] == 25 && out[H - 1][0] == 3 * (H - 1));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
