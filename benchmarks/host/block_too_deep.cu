// expect: FAILED
// property: launch-config
// Blur and threshold; the second launch has 240 threads, but along z, where 64 is the limit.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef unsigned char pixel;

#define W 20
#define H 12

__global__ void blur(const pixel *in, pixel *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int sum = 0, count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int nx = x + dx, ny = y + dy;
            if (nx >= 0 && nx < width && ny >= 0 && ny < height) {
                sum += in[ny * width + nx];
                count++;
            }
        }
    }
    out[y * width + x] = (pixel)(sum / count);
}

__global__ void threshold(pixel *image, int size, pixel level)
{
    int i = threadIdx.z;
    if (i < size)
        image[i] = image[i] >= level ? 255 : 0;
}

int main(void)
{
    pixel image[W * H];
    for (int i = 0; i < W * H; i++)
        image[i] = i % W < W / 2 ? 30 : 230;

    pixel *d_in, *d_out;
    cudaMalloc((void **)&d_in, W * H);
    cudaMalloc((void **)&d_out, W * H);
    cudaMemcpy(d_in, image, W * H, cudaMemcpyHostToDevice);
    dim3 block(8, 8);
    dim3 grid((W + 7) / 8, (H + 7) / 8);
    blur<<<grid, block>>>(d_in, d_out, W, H);
    threshold<<<1, dim3(1, 1, W * H)>>>(d_out, W * H, 128); // violation
    cudaMemcpy(image, d_out, W * H, cudaMemcpyDeviceToHost);

    for (int i = 0; i < W * H; i++)
        assert(image[i] == (i % W < W / 2 ? 0 : 255));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
