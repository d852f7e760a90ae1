// expect: SUCCESSFUL
// Blocks of 32 pixels of one colour are stored as one number; __match_all_sync finds them.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 16

__global__ void find_flat(const unsigned int *pixels, long long *flat)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int same;
    unsigned int lanes = __match_all_sync(0xffffffff, pixels[i], &same);
    assert(same == (lanes == 0xffffffff));
    if (threadIdx.x % 32 == 0)
        flat[i / 32] = same ? (long long)pixels[i] : -1;
}

int main(void)
{
    unsigned int pixels[BLOCKS * 32];
    long long flat[BLOCKS];
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < 32; i++)
            pixels[b * 32 + i] = 0xff000000u + 256 * b + (b % 3 == 0 && i == b);

    unsigned int *d_pixels;
    long long *d_flat;
    cudaMalloc((void **)&d_pixels, sizeof(pixels));
    cudaMalloc((void **)&d_flat, sizeof(flat));
    cudaMemcpy(d_pixels, pixels, sizeof(pixels), cudaMemcpyHostToDevice);
    find_flat<<<BLOCKS / 8, 256>>>(d_pixels, d_flat);
    cudaMemcpy(flat, d_flat, sizeof(flat), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        assert(flat[b] == (b % 3 == 0 ? -1 : 0xff000000LL + 256 * b));
    cudaFree(d_pixels);
    cudaFree(d_flat);
    return 0;
}
