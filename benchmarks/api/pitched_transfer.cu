// expect: SUCCESSFUL
// A table in pitched memory is copied with its pitch.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define COLUMNS 10
#define ROWS 4

__global__ void scale(float *table, size_t pitch)
{
    float *row = (float *)((char *)table + blockIdx.x * pitch);
    row[threadIdx.x] *= 2.0f;
}

int main(void)
{
    float table[ROWS][COLUMNS], *d_table;
    size_t pitch;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            table[y][x] = (float)(10 * y + x);
    cudaMallocPitch((void **)&d_table, &pitch, COLUMNS * sizeof(float), ROWS);
    cudaMemcpy2D(d_table, pitch, table, sizeof(table[0]), sizeof(table[0]), ROWS, cudaMemcpyHostToDevice);
    scale<<<ROWS, COLUMNS>>>(d_table, pitch);
    cudaMemcpy2D(table, sizeof(table[0]), d_table, pitch, sizeof(table[0]), ROWS, cudaMemcpyDeviceToHost);
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            assert(table[y][x] == 2.0f * (10 * y + x));
    cudaFree(d_table);
    return 0;
}
