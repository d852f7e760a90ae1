// expect: SUCCESSFUL
// Distances between 64 points in a packed lower triangle with its diagonal.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define POINTS 64
#define ENTRIES (POINTS * (POINTS + 1) / 2)

__host__ __device__ static int packed(int row, int column)
{
    return row * (row + 1) / 2 + column;
}

__global__ void distances(const short *x, const short *y, int *d)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column <= row)
        d[packed(row, column)] = abs(x[row] - x[column]) + abs(y[row] - y[column]);
}

int main(void)
{
    short x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 5 * i % 17;
        y[i] = 3 * i % 19;
    }
    short *d_x, *d_y;
    int *d_d;
    int *d = (int *)calloc(ENTRIES, sizeof(int));
    cudaMalloc((void **)&d_x, sizeof(x));
    cudaMalloc((void **)&d_y, sizeof(y));
    cudaMalloc((void **)&d_d, ENTRIES * sizeof(int));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    distances<<<dim3(POINTS / 16, POINTS / 16), dim3(16, 16)>>>(d_x, d_y, d_d);
    cudaMemcpy(d, d_d, ENTRIES * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < POINTS; i++)
        assert(d[packed(i, i)] == 0);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_d);
    free(d);
    return 0;
}
