// expect: SUCCESSFUL
// Pictures with and without a palette; the pointer to the palette of a grey one is null and left alone.
#include <assert.h>
#include <string.h>
#include <cuda_runtime.h>

#define PIXELS 768

typedef struct {
    int pixels;
    const unsigned char *index;
    const uchar3 *palette; // null in a grey picture
} Picture;

__global__ void brightness(Picture p, unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.pixels)
        return;
    unsigned char v = p.index[i];
    if (p.palette) {
        uchar3 colour = p.palette[v];
        out[i] = (colour.x + 2 * colour.y + colour.z) / 4;
    } else {
        out[i] = v;
    }
}

int main(void)
{
    unsigned char index[PIXELS], out[PIXELS];
    uchar3 palette[4] = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {255, 255, 255}};
    for (int i = 0; i < PIXELS; i++)
        index[i] = i % 4;
    unsigned char *d_index, *d_out;
    uchar3 *d_palette;
    cudaMalloc((void **)&d_index, sizeof(index));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMalloc((void **)&d_palette, sizeof(palette));
    cudaMemcpy(d_index, index, sizeof(index), cudaMemcpyHostToDevice);
    cudaMemcpy(d_palette, palette, sizeof(palette), cudaMemcpyHostToDevice);

    Picture picture;
    memset(&picture, 0, sizeof(picture));
    picture.pixels = PIXELS;
    picture.index = d_index;
    brightness<<<PIXELS / 128, 128>>>(picture, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    assert(out[0] == 0 && out[PIXELS - 1] == 3);

    picture.palette = d_palette;
    brightness<<<PIXELS / 128, 128>>>(picture, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    assert(out[1] == 63 && out[2] == 127 && out[3] == 255);

    cudaFree(d_index);
    cudaFree(d_out);
    cudaFree(d_palette);
    return 0;
}
