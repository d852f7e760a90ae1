// expect: FAILED
// property: invalid-free
// The pitched memory of an image is freed by the pointer to a row, and not to the whole.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WIDTH 20
#define HEIGHT 6

__global__ void flip(const unsigned char *in, size_t in_pitch, unsigned char *out, size_t out_pitch)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[(HEIGHT - 1 - y) * out_pitch + x] = in[y * in_pitch + x];
}

int main(void)
{
    unsigned char image[HEIGHT][WIDTH], flipped[HEIGHT][WIDTH];
    unsigned char *d_in, *d_out;
    size_t in_pitch, out_pitch;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = (unsigned char)(y * WIDTH + x);
    cudaMallocPitch((void **)&d_in, &in_pitch, WIDTH, HEIGHT);
    cudaMallocPitch((void **)&d_out, &out_pitch, WIDTH, HEIGHT);
    cudaMemcpy2D(d_in, in_pitch, image, WIDTH, WIDTH, HEIGHT, cudaMemcpyHostToDevice);
    flip<<<HEIGHT, WIDTH>>>(d_in, in_pitch, d_out, out_pitch);
    cudaMemcpy2D(flipped, WIDTH, d_out, out_pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert(flipped[y][x] == image[HEIGHT - 1 - y][x]);
    unsigned char *row = d_out + (HEIGHT - 1) * out_pitch;
    printf("last row at %p\n", (void *)row);
    cudaFree(d_in);
    cudaFree(row); // violation
    return 0;
}
