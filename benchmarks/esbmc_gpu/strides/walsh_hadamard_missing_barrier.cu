// expect: FAILED
// property: data-race
// A fast Walsh-Hadamard transform whose rounds are not separated: the barrier stands behind the loop.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ROW 256
#define ROWS 2

__global__ void walsh_hadamard(int *rows)
{
    __shared__ int line[ROW];
    int *row = rows + blockIdx.x * ROW;
    int tid = threadIdx.x;
    line[tid] = row[tid];
    line[tid + ROW / 2] = row[tid + ROW / 2];
    __syncthreads();

    for (int stride = 1; stride < ROW; stride *= 2) {
        int low = 2 * stride * (tid / stride) + tid % stride;
        int a = line[low]; // violation
        int b = line[low + stride]; // violation
        line[low] = a + b; // violation
        line[low + stride] = a - b; // violation
    }
    __syncthreads();
    row[tid] = line[tid];
    row[tid + ROW / 2] = line[tid + ROW / 2];
}

int main(void)
{
    size_t bytes = ROWS * ROW * sizeof(int);
    int *rows = (int *)malloc(bytes);
    for (int i = 0; i < ROWS * ROW; i++)
        rows[i] = i % 7 - 3;

    int *d_rows;
    cudaMalloc((void **)&d_rows, bytes);
    cudaMemcpy(d_rows, rows, bytes, cudaMemcpyHostToDevice);
    walsh_hadamard<<<ROWS, ROW / 2>>>(d_rows);
    cudaMemcpy(rows, d_rows, bytes, cudaMemcpyDeviceToHost);

    for (int i = 0; i < ROWS * ROW; i += ROW)
        printf("%d ", rows[i] / ROW);
    cudaFree(d_rows);
    free(rows);
    return 0;
}
