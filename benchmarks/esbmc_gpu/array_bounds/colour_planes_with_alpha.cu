// expect: FAILED
// property: bounds
// Interleaved red, green and blue are sorted into planes; the kernel steps as if there were alpha, too.
#include <cuda_runtime.h>

#define PIXELS 1300
#define CHANNELS 3

__global__ void split(const unsigned char *packed, unsigned char *planes, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels)
        return;
    for (int c = 0; c < CHANNELS; c++)
        planes[c * pixels + i] = packed[i * (CHANNELS + 1) + c]; // violation
}

int main(void)
{
    static unsigned char packed[PIXELS * CHANNELS], planes[CHANNELS][PIXELS];
    for (int i = 0; i < PIXELS; i++) {
        packed[3 * i] = 1;
        packed[3 * i + 1] = i & 0xff;
        packed[3 * i + 2] = 255 - (i & 0xff);
    }
    unsigned char *d_packed, *d_planes;
    cudaMalloc((void **)&d_packed, sizeof(packed));
    cudaMalloc((void **)&d_planes, sizeof(planes));
    cudaMemcpy(d_packed, packed, sizeof(packed), cudaMemcpyHostToDevice);
    split<<<(PIXELS + 127) / 128, 128>>>(d_packed, d_planes, PIXELS);
    cudaMemcpy(planes, d_planes, sizeof(planes), cudaMemcpyDeviceToHost);
    cudaFree(d_packed);
    cudaFree(d_planes);
    return 0;
}
