// expect: FAILED
// property: data-race
// Tiled transpose without the barrier between filling and emptying the tile.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 8
#define WIDTH 20
#define HEIGHT 13

__global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x]; // violation

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y]; // violation
}

int main(void)
{
    size_t bytes = WIDTH * HEIGHT * sizeof(int);
    int *in = (int *)malloc(bytes);
    int *out = (int *)malloc(bytes);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        in[i] = i;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, bytes);
    cudaMalloc((void **)&d_out, bytes);
    cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);

    dim3 block(TILE, TILE, 1);
    dim3 grid((WIDTH + TILE - 1) / TILE, (HEIGHT + TILE - 1) / TILE, 1);
    transpose<<<grid, block>>>(d_in, d_out, WIDTH, HEIGHT);
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            printf("%d ", out[x * HEIGHT + y]);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
