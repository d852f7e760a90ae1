// expect: SUCCESSFUL
// Rows of eight weights are normalised to percent; shuffles of width 8 add a row, with the width as an argument.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROWS 64

__global__ void percent(int *weights, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own = weights[i];
    int sum = own;
    for (int d = width / 2; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, d, width);
    sum = __shfl_sync(0xffffffff, sum, 0, width);
    weights[i] = 100 * own / sum;
}

int main(void)
{
    const int width = 8;
    const int n = ROWS * width;
    int *weights = new int[n];
    for (int i = 0; i < n; i++)
        weights[i] = 1 + (i % width) * (i / width);
    int *d_weights;
    cudaMalloc((void **)&d_weights, n * sizeof(int));
    cudaMemcpy(d_weights, weights, n * sizeof(int), cudaMemcpyHostToDevice);
    percent<<<n / 256, 256>>>(d_weights, width);
    cudaMemcpy(weights, d_weights, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < width; c++) {
            int sum = width + r * width * (width - 1) / 2;
            assert(weights[r * width + c] == 100 * (1 + c * r) / sum);
        }
    cudaFree(d_weights);
    delete[] weights;
    return 0;
}
