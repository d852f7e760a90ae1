// expect: FAILED
// property: nan
// options: --nan-check
// Standard deviation; the two terms of the variance are exchanged, so it is negative.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ROWS 12
#define COLS 8

__global__ void deviations(const float *table, float *deviation, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0.0f, squares = 0.0f;
        for (int c = 0; c < cols; c++) {
            float v = table[r * cols + c];
            sum += v;
            squares += v * v;
        }
        float mean = sum / cols;
        float variance = mean * mean - squares / cols;
        deviation[r] = sqrtf(variance); // violation
    }
}

int main(void)
{
    float table[ROWS * COLS], deviation[ROWS];
    for (int i = 0; i < ROWS * COLS; i++)
        table[i] = (float)(i / COLS * (i % 2 ? 3 : 1));

    float *d_table, *d_deviation;
    cudaMalloc((void **)&d_table, sizeof(table));
    cudaMalloc((void **)&d_deviation, sizeof(deviation));
    cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice);
    deviations<<<2, 8>>>(d_table, d_deviation, ROWS, COLS);
    cudaMemcpy(deviation, d_deviation, sizeof(deviation), cudaMemcpyDeviceToHost);

    for (int r = 0; r < ROWS; r++)
        printf("%f\n", deviation[r]);
    cudaFree(d_table);
    cudaFree(d_deviation);
    return 0;
}
