// expect: SUCCESSFUL
// A small Mandelbrot picture with points on the real axis; the lower half mirrors the upper one.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WIDTH 16
#define HEIGHT 9
#define LIMIT 20

typedef struct {
    float re, im;
} complex_t;

__host__ __device__ complex_t square_plus(complex_t z, complex_t c)
{
    complex_t r;
    r.re = z.re * z.re - z.im * z.im + c.re;
    r.im = 2.0f * z.re * z.im + c.im;
    return r;
}

__global__ void mandelbrot(int *iterations)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT)
        return;
    complex_t c = {-2.0f + 0.1875f * x, -1.0f + 0.25f * y};
    complex_t z = {0.0f, 0.0f};
    int k = 0;
    do {
        z = square_plus(z, c);
        k++;
    } while (k < LIMIT && z.re * z.re + z.im * z.im < 4.0f);
    iterations[y * WIDTH + x] = k;
}

int main(void)
{
    int picture[HEIGHT][WIDTH];
    int *d_picture;
    cudaMalloc((void **)&d_picture, sizeof(picture));
    mandelbrot<<<dim3((WIDTH + 7) / 8, (HEIGHT + 7) / 8), dim3(8, 8)>>>(d_picture);
    cudaMemcpy(picture, d_picture, sizeof(picture), cudaMemcpyDeviceToHost);
    cudaFree(d_picture);

    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            putchar(picture[y][x] == LIMIT ? '#' : '.');
            assert(picture[y][x] == picture[HEIGHT - 1 - y][x]);
            assert(picture[y][x] >= 1 && picture[y][x] <= LIMIT);
        }
        putchar('\n');
    }
    assert(picture[4][8] == LIMIT);
    return 0;
}
