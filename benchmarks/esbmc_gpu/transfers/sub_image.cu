// expect: SUCCESSFUL
// A window of a larger image is copied row by row with cudaMemcpy2D and its two row lengths.
#include <assert.h>
#include <cuda_runtime.h>

#define W 100
#define H 40
#define X 60
#define Y 12
#define SIDE 32

__global__ void darken(unsigned char *image, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        image[i] /= 2;
}

int main(void)
{
    static unsigned char image[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            image[y][x] = 2 * x + y;
    unsigned char *d;
    cudaMalloc((void **)&d, SIDE * SIDE);
    if (cudaMemcpy2D(d, SIDE, &image[Y][X], W, SIDE, SIDE - 4, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    darken<<<7, 128>>>(d, SIDE * (SIDE - 4));
    if (cudaMemcpy2D(&image[Y][X], W, d, SIDE, SIDE, SIDE - 4, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    cudaFree(d);
    assert(image[Y][X] == (2 * X + Y) / 2);
    assert(image[Y][X - 1] == 2 * (X - 1) + Y);
    assert(image[Y + SIDE - 5][X + SIDE - 1] == (2 * (X + SIDE - 1) + Y + SIDE - 5) / 2);
    assert(image[Y][X + SIDE] == 2 * (X + SIDE) + Y);
    return 0;
}
