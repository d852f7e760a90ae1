// expect: FAILED
// property: barrier-divergence
// Matrix times vector; a barrier in a strided loop that not all threads run equally often,
// so some are already at the next barrier.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ROWS 10
#define COLS 50
#define BLOCK 16

__global__ void matvec(const double *matrix, const double *x, double *y, int cols)
{
    __shared__ double partial[BLOCK];
    const double *row = matrix + blockIdx.x * cols;
    double sum = 0.0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        sum += row[c] * x[c];
        __syncthreads(); // violation
    }
    partial[threadIdx.x] = sum;
    __syncthreads(); // violation
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[blockIdx.x] = partial[0];
}

int main(void)
{
    double *matrix = (double *)malloc(ROWS * COLS * sizeof(double));
    double x[COLS], y[ROWS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            matrix[r * COLS + c] = r + 0.5 * (c % 4);
    for (int c = 0; c < COLS; c++)
        x[c] = c - 10.0;

    double *d_matrix, *d_x, *d_y;
    cudaMalloc((void **)&d_matrix, ROWS * COLS * sizeof(double));
    cudaMalloc((void **)&d_x, sizeof(x));
    cudaMalloc((void **)&d_y, sizeof(y));
    cudaMemcpy(d_matrix, matrix, ROWS * COLS * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    matvec<<<ROWS, BLOCK>>>(d_matrix, d_x, d_y, COLS);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);

    for (int r = 0; r < ROWS; r++) {
        double expected = 0.0;
        for (int c = 0; c < COLS; c++)
            expected += matrix[r * COLS + c] * x[c];
        assert(y[r] == expected);
    }
    cudaFree(d_matrix);
    cudaFree(d_x);
    cudaFree(d_y);
    free(matrix);
    return 0;
}
