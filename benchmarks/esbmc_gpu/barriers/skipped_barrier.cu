// expect: FAILED
// property: barrier-divergence
// A block sums rows one after the other; with nothing to add, a thread continues with the next row, past a barrier.
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
        __syncthreads(); // violation
        int value = matrix[r * COLS + threadIdx.x];
        if (value == 0)
            continue;
        atomicAdd(&sum, value);
        __syncthreads(); // violation
        if (threadIdx.x == 0)
            sums[r] = sum;
    }
}

int main(void)
{
    int matrix[ROWS][COLS], sums[ROWS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            matrix[r][c] = c == 0 ? 1 : (r + c) % 3;
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
        printf("%d %d\n", sums[r], expected);
    }
    cudaFree(d_matrix);
    cudaFree(d_sums);
    return 0;
}
