// expect: FAILED
// property: bounds
// Sums of matrix columns; the running index is advanced by the number of threads of the grid, not by the width.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROWS 16
#define COLS 200

__global__ void column_sums(const int *matrix, long *sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    long sum = 0;
    int index = col;
    for (int r = rows; r-- > 0; index += gridDim.x * blockDim.x)
        sum += matrix[index]; // violation
    sums[col] = sum;
}

int main(void)
{
    static int matrix[ROWS][COLS];
    long sums[COLS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            matrix[r][c] = r * 1000 + c;

    int *d_matrix;
    long *d_sums;
    cudaMalloc((void **)&d_matrix, sizeof(matrix));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMemcpy(d_matrix, matrix, sizeof(matrix), cudaMemcpyHostToDevice);
    column_sums<<<(COLS + 127) / 128, 128>>>(d_matrix, d_sums, ROWS, COLS);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);

    for (int c = 0; c < COLS; c++)
        assert(sums[c] == 1000L * ROWS * (ROWS - 1) / 2 + (long)ROWS * c);
    cudaFree(d_matrix);
    cudaFree(d_sums);
    return 0;
}
