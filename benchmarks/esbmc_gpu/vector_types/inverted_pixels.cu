// expect: SUCCESSFUL
// An image of uchar4 is inverted; its fourth channel stays.
#include <assert.h>
#include <string.h>
#include <cuda_runtime.h>

#define W 64
#define H 32

__global__ void invert(uchar4 *image, int count)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        uchar4 p = image[i];
        image[i] = make_uchar4(~p.x, ~p.y, ~p.z, p.w);
    }
}

int main(void)
{
    uchar4 image[W * H], *d_image;
    memset(image, 0x0f, sizeof(image));
    cudaMalloc((void **)&d_image, sizeof(image));
    cudaMemcpy(d_image, image, sizeof(image), cudaMemcpyHostToDevice);
    invert<<<4, 256>>>(d_image, W * H);
    cudaMemcpy(image, d_image, sizeof(image), cudaMemcpyDeviceToHost);
    for (int i = 0; i < W * H; i++)
        assert(image[i].x == 0xf0 && image[i].y == 0xf0 && image[i].z == 0xf0 && image[i].w == 0x0f);
    cudaFree(d_image);
    return 0;
}
