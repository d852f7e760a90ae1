// expect: FAILED
// property: uninitialised-use
// A triangular matrix as row pointers; the last row is not allocated, so its pointer is arbitrary.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ROWS 9

__global__ void pascal_row(int **rows, int r)
{
    int c = threadIdx.x;
    if (c <= r)
        rows[r][c] = c == 0 || c == r ? 1 : rows[r - 1][c - 1] + rows[r - 1][c]; // violation
}

int main(void)
{
    int *rows[ROWS];
    int **d_rows;
    for (int r = 0; r < ROWS - 1; r++)
        cudaMalloc((void **)&rows[r], (r + 1) * sizeof(int));
    cudaMalloc((void **)&d_rows, sizeof(rows));
    cudaMemcpy(d_rows, rows, sizeof(rows), cudaMemcpyHostToDevice);

    for (int r = 0; r < ROWS; r++)
        pascal_row<<<1, ROWS>>>(d_rows, r);

    int last[ROWS];
    cudaMemcpy(last, rows[ROWS - 1], sizeof(last), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int c = 0; c < ROWS; c++)
        sum += last[c];
    assert(sum == 1 << (ROWS - 1));
    assert(last[4] == 70);

    for (int r = 0; r < ROWS; r++)
        cudaFree(rows[r]);
    cudaFree(d_rows);
    return 0;
}
