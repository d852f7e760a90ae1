// expect: SUCCESSFUL
// 400 grey values become pixels of three bytes, packed without gaps; every thread writes its three bytes.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef unsigned char byte;

__device__ void put_pixel(byte *to, byte grey)
{
    to[0] = grey;
    to[1] = grey / 2;
    to[2] = 255 - grey;
}

__global__ void colour(const byte *grey, byte *pixels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        put_pixel(pixels + 3 * i, grey[i]);
}

int main(void)
{
    const int n = 400;
    byte *grey = (byte *)malloc(n), *pixels = (byte *)malloc(3 * n + 1);
    for (int i = 0; i < n; i++)
        grey[i] = (byte)(i * 3);
    byte *d_grey, *d_pixels;
    cudaMalloc((void **)&d_grey, n);
    cudaMalloc((void **)&d_pixels, 3 * n + 1);
    cudaMemcpy(d_grey, grey, n, cudaMemcpyHostToDevice);
    colour<<<(n + 127) / 128, 128>>>(d_grey, d_pixels, n);
    cudaMemcpy(pixels, d_pixels, 3 * n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        assert(pixels[3 * i] == grey[i]);
        assert(pixels[3 * i + 1] == grey[i] / 2);
        assert(pixels[3 * i + 2] == 255 - grey[i]);
    }
    cudaFree(d_grey);
    cudaFree(d_pixels);
    free(grey);
    free(pixels);
    return 0;
}
