// expect: FAILED
// property: bounds
// Transpose by strips of rows; the tile has only as many rows as the block of threads.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16
#define STRIP 4
#define WIDTH 48
#define HEIGHT 32

__global__ void transpose(float *out, const float *in)
{
    __shared__ float tile[STRIP][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += STRIP)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * WIDTH + x]; // violation
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += STRIP)
        out[(y + j) * HEIGHT + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main(void)
{
    const size_t bytes = WIDTH * HEIGHT * sizeof(float);
    float *in = (float *)malloc(bytes), *out = (float *)malloc(bytes);
    if (!in || !out)
        return EXIT_FAILURE;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        in[i] = 0.5f * i;

    float *d_in, *d_out;
    cudaMalloc((void **)&d_in, bytes);
    cudaMalloc((void **)&d_out, bytes);
    cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
    dim3 grid(WIDTH / TILE, HEIGHT / TILE), block(TILE, STRIP);
    transpose<<<grid, block>>>(d_out, d_in);
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert(out[x * HEIGHT + y] == in[y * WIDTH + x]);
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
