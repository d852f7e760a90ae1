// expect: SUCCESSFUL
// A block sums the rows of a matrix one after the other; threads have nothing to add in some rows, and wait all the same.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROWS 6
#define COLS 128

__global__ void row_sums(const int *matrix, int *sums)
{
    __shared__ int sum;
    for (int r = 0; r < ROWS; r++) {
        if (threadIdx.x == 0)
            sum = 0;
        __syncthreads();
        int value = matrix[r * COLS + threadIdx.x];
        if (value != 0)
            atomicAdd(&sum, value);
        __syncthreads();
        if (threadIdx.x == 0)
            sums[r] = sum;
    }
}

int main(void)
{
    int matrix[ROWS][COLS], sums[ROWS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            matrix[r][c] = (r + c) % 3;
    int *d_matrix, *d_sums;
    cudaMalloc((void **)&d_matrix, sizeof(matrix));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMemcpy(d_matrix, matrix, sizeof(matrix), cudaMemcpyHostToDevice);
    row_sums<<<1, COLS>>>(d_matrix, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++) {
        int expected = 0;
        for (int c = 0; c < COLS; c++)
            expected += matrix[r][c];
        assert(sums[r] == expected);
    }
    cudaFree(d_matrix);
    cudaFree(d_sums);
    return 0;
}
