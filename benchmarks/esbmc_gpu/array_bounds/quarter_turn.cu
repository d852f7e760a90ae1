// expect: SUCCESSFUL
// An image of 80 times 44 pixels is turned by a quarter to the right.
#include <cassert>
#include <cuda_runtime.h>

enum { WIDTH = 80, HEIGHT = 44, PIXELS = WIDTH * HEIGHT };

__global__ void turn_right(const unsigned char *in, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + (height - 1 - y)] = in[y * width + x];
}

int main()
{
    static unsigned char in[PIXELS], out[PIXELS];
    for (int i = 0; i < PIXELS; i++)
        in[i] = (unsigned char)(7 * i);

    unsigned char *d_in, *d_out;
    cudaMalloc(&d_in, PIXELS);
    cudaMalloc(&d_out, PIXELS);
    cudaMemcpy(d_in, in, PIXELS, cudaMemcpyHostToDevice);
    dim3 block(16, 8);
    dim3 grid((WIDTH + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y);
    turn_right<<<grid, block>>>(d_in, d_out, WIDTH, HEIGHT);
    cudaMemcpy(out, d_out, PIXELS, cudaMemcpyDeviceToHost);

    assert(out[HEIGHT - 1] == in[0]);
    assert(out[0] == in[(HEIGHT - 1) * WIDTH]);
    assert(out[PIXELS - HEIGHT] == in[PIXELS - 1]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
