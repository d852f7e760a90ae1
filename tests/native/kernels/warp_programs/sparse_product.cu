/* A sparse matrix times a vector, eight lanes for each row. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__global__ void product(const int *starts, const int *columns, const double *values, const double *x, double *y, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    unsigned mask = 0xffu << (threadIdx.x & 24);
    double sum = 0;
    if (row < n)
        for (int k = starts[row] + lane; k < starts[row + 1]; k += 8) sum += values[k] * x[columns[k]];
    sum += __shfl_down_sync(mask, sum, 4, 8);
    sum += __shfl_down_sync(mask, sum, 2, 8);
    sum += __shfl_down_sync(mask, sum, 1, 8);
    if (row < n && lane == 0) y[row] = sum;
}
int main(void) {
    int n = (N + 7) / 8, count = 0;
    int *starts = (int *)malloc((n + 1) * sizeof(int)), *columns = (int *)malloc(n * 20 * sizeof(int));
    double *values = (double *)malloc(n * 20 * sizeof(double)), *x = (double *)malloc(n * sizeof(double));
    for (int row = 0; row < n; row++) {
        starts[row] = count;
        x[row] = row % 9;
        for (int k = 0; k < row * 7 % 20; k++, count++) columns[count] = (row + k * k) % n, values[count] = k - 2;
    }
    starts[n] = count;
    int *d_starts, *d_columns;
    double *d_values, *d_x, *d_y;
    cudaMalloc((void **)&d_starts, (n + 1) * sizeof(int)); cudaMalloc((void **)&d_columns, count * sizeof(int));
    cudaMalloc((void **)&d_values, count * sizeof(double)); cudaMalloc((void **)&d_x, n * sizeof(double));
    cudaMalloc((void **)&d_y, n * sizeof(double));
    cudaMemcpy(d_starts, starts, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_columns, columns, count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values, count * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice);
    product<<<(n * 8 + 127) / 128, 128>>>(d_starts, d_columns, d_values, d_x, d_y, n);
    double *y = (double *)malloc(n * sizeof(double));
    cudaMemcpy(y, d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    for (int row = 0; row < n; row++) {
        double sum = 0;
        for (int k = starts[row]; k < starts[row + 1]; k++) sum += values[k] * x[columns[k]];
        assert(y[row] == sum);
    }
    cudaFree(d_starts); cudaFree(d_columns); cudaFree(d_values); cudaFree(d_x); cudaFree(d_y);
    free(starts); free(columns); free(values); free(x); free(y);
    return 0;
}
