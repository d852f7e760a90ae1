// expect: FAILED
// property: data-race
// Tiles of an image are swapped in place, by the block above the diagonal and by its mirror image below.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define TILE 16
#define SIDE 32

__global__ void transpose(unsigned char *image)
{
    __shared__ unsigned char here[TILE][TILE], there[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    unsigned char *a = image + (blockIdx.y * TILE + ty) * SIDE + blockIdx.x * TILE + tx;
    unsigned char *b = image + (blockIdx.x * TILE + ty) * SIDE + blockIdx.y * TILE + tx;
    here[ty][tx] = *a; // violation
    there[ty][tx] = *b; // violation
    __syncthreads();
    if (blockIdx.x != blockIdx.y)
        *a = there[tx][ty]; // violation
    *b = here[tx][ty]; // violation
}

int main(void)
{
    unsigned char image[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        image[i] = (unsigned char)(i % 251);
    unsigned char *d_image;
    cudaMalloc((void **)&d_image, sizeof(image));
    cudaMemcpy(d_image, image, sizeof(image), cudaMemcpyHostToDevice);
    dim3 grid(SIDE / TILE, SIDE / TILE);
    transpose<<<grid, dim3(TILE, TILE)>>>(d_image);
    cudaMemcpy(image, d_image, sizeof(image), cudaMemcpyDeviceToHost);
    for (int i = 0; i < SIDE * SIDE; i++)
        printf("%d ", image[i]);
    cudaFree(d_image);
    return 0;
}
