// expect: FAILED
// property: data-race
// Sobel filter that reads the pixels of other threads before they are loaded.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 8
#define SIDE (TILE + 2)
#define WIDTH 20
#define HEIGHT 12

__device__ int clamped(int value, int limit)
{
    return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

__device__ unsigned char sobel(int ul, int um, int ur, int ml, int mr, int ll, int lm, int lr)
{
    int horizontal = ur + 2 * mr + lr - ul - 2 * ml - ll;
    int vertical = ul + 2 * um + ur - ll - 2 * lm - lr;
    int sum = abs(horizontal) + abs(vertical);
    return (unsigned char)(sum > 255 ? 255 : sum);
}

__global__ void sobel_tiled(unsigned char *out, const unsigned char *in, int width, int height)
{
    __shared__ unsigned char tile[SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * TILE + tx;
    const int y = blockIdx.y * TILE + ty;

    for (int row = ty; row < SIDE; row += TILE)
        for (int col = tx; col < SIDE; col += TILE) {
            int from_x = clamped((int)blockIdx.x * TILE + col - 1, width);
            int from_y = clamped((int)blockIdx.y * TILE + row - 1, height);
            tile[row][col] = in[from_y * width + from_x]; // violation
        }

    if (x < width && y < height)
        out[y * width + x] = sobel(
            tile[ty][tx], tile[ty][tx + 1], tile[ty][tx + 2], // above // violation
            tile[ty + 1][tx], tile[ty + 1][tx + 2], // violation
            tile[ty + 2][tx], tile[ty + 2][tx + 1], tile[ty + 2][tx + 2]); // below // violation
}

int main(void)
{
    unsigned char *in = (unsigned char *)malloc(WIDTH * HEIGHT);
    unsigned char *out = (unsigned char *)malloc(WIDTH * HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            in[y * WIDTH + x] = x < 10 ? 20 : 50; // one vertical edge

    unsigned char *d_in, *d_out;
    cudaMalloc((void **)&d_in, WIDTH * HEIGHT);
    cudaMalloc((void **)&d_out, WIDTH * HEIGHT);
    cudaMemcpy(d_in, in, WIDTH * HEIGHT, cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE);
    dim3 grid((WIDTH + TILE - 1) / TILE, (HEIGHT + TILE - 1) / TILE);
    sobel_tiled<<<grid, block>>>(d_out, d_in, WIDTH, HEIGHT);
    cudaMemcpy(out, d_out, WIDTH * HEIGHT, cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            wrong += out[y * WIDTH + x] != (x == 9 || x == 10 ? 120 : 0);
    printf("%d pixels are wrong\n", wrong);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
