// expect: SUCCESSFUL
// Sums of 3 x 3 pixels: a block of 16 x 16 threads loads a tile with a border of one pixel in two rounds.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16
#define SIDE (TILE + 2)
#define W 32
#define H 16

__global__ void box_sum(const unsigned char *in, unsigned short *out)
{
    __shared__ unsigned char tile[SIDE][SIDE];
    int x0 = blockIdx.x * TILE - 1, y0 = blockIdx.y * TILE - 1;
    for (int k = threadIdx.y * TILE + threadIdx.x; k < SIDE * SIDE; k += TILE * TILE) {
        int x = x0 + k % SIDE, y = y0 + k / SIDE;
        tile[k / SIDE][k % SIDE] = x >= 0 && x < W && y >= 0 && y < H ? in[y * W + x] : 0;
    }
    __syncthreads();
    unsigned short sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[(y0 + 1 + threadIdx.y) * W + x0 + 1 + threadIdx.x] = sum;
}

int main(void)
{
    unsigned char *in = (unsigned char *)malloc(W * H), *d_in;
    unsigned short *out = (unsigned short *)malloc(W * H * sizeof(short)), *d_out;
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)(i % W + i / W);
    cudaMalloc((void **)&d_in, W * H);
    cudaMalloc((void **)&d_out, W * H * sizeof(short));
    cudaMemcpy(d_in, in, W * H, cudaMemcpyHostToDevice);
    box_sum<<<dim3(W / TILE, H / TILE), dim3(TILE, TILE)>>>(d_in, d_out);
    cudaMemcpy(out, d_out, W * H * sizeof(short), cudaMemcpyDeviceToHost);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            assert(out[y * W + x] == 9 * (x + y));
    assert(out[0] == 0 + 1 + 1 + 2);
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
