// expect: FAILED
// property: data-race
// Cosine transform without the barriers after the loading and after the rows: two reads before the write.
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SIDE 8
#define WIDTH 16
#define PIXELS (SIDE * WIDTH)

__constant__ float cosines[SIDE][SIDE]; // [frequency][place], scaled so that the rows are orthonormal

__global__ void dct(float *out, const float *in, int inverse)
{
    __shared__ float tile[SIDE][SIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int at = y * WIDTH + blockIdx.x * SIDE + x;

    tile[y][x] = in[at]; // violation
    float sum = 0.0f;
    for (int k = 0; k < SIDE; k++)
        sum += tile[y][k] * (inverse ? cosines[k][x] : cosines[x][k]); // violation
    __syncthreads(); // the rows are read
    tile[y][x] = sum; // violation
    sum = 0.0f;
    for (int k = 0; k < SIDE; k++)
        sum += tile[k][x] * (inverse ? cosines[k][y] : cosines[y][k]); // violation
    out[at] = sum;
}

int main(void)
{
    float table[SIDE][SIDE], image[PIXELS], back[PIXELS];
    for (int f = 0; f < SIDE; f++)
        for (int i = 0; i < SIDE; i++)
            table[f][i] = (f == 0 ? sqrtf(0.125f) : 0.5f) * cosf((2 * i + 1) * f * 3.14159265f / 16);
    for (int i = 0; i < PIXELS; i++)
        image[i] = (float)((i * 31) % 64);

    float *d_image, *d_transformed;
    cudaMalloc((void **)&d_image, sizeof(image));
    cudaMalloc((void **)&d_transformed, sizeof(image));
    cudaMemcpyToSymbol(cosines, table, sizeof(table));
    cudaMemcpy(d_image, image, sizeof(image), cudaMemcpyHostToDevice);
    dim3 block(SIDE, SIDE);
    dct<<<WIDTH / SIDE, block>>>(d_transformed, d_image, 0);
    cudaMemcpy(back, d_image, sizeof(back), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < PIXELS; i++)
        wrong += fabsf(back[i] - image[i]) > 0.001f;
    printf("%d pixels have changed\n", wrong);
    cudaFree(d_image);
    cudaFree(d_transformed);
    return 0;
}
