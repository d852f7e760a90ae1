// expect: SUCCESSFUL
// Fast Walsh-Hadamard transform of rows of 256 numbers; the distance of the partners doubles each round.
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
        int a = line[low];
        int b = line[low + stride];
        line[low] = a + b;
        line[low + stride] = a - b;
        __syncthreads();
    }
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
    walsh_hadamard<<<ROWS, ROW / 2>>>(d_rows);
    cudaMemcpy(rows, d_rows, bytes, cudaMemcpyDeviceToHost);

    /* The transform is its own inverse up to the factor ROW. */
    for (int i = 0; i < ROWS * ROW; i++)
        assert(rows[i] == ROW * (i % 7 - 3));
    cudaFree(d_rows);
    free(rows);
    return 0;
}
