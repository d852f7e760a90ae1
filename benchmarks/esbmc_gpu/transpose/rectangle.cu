// expect: SUCCESSFUL
// A table of 30 x 50 records becomes one of 50 x 30, directly in global memory; threads past the edges do nothing.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct {
    int row;
    int col;
} Cell;

typedef struct {
    int height;
    int width;
    Cell *cells;
} Table;

__global__ void flip(Table to, Table from)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < from.width && y < from.height)
        to.cells[x * to.width + y] = from.cells[y * from.width + x];
}

static Table device_table(int height, int width)
{
    Table t = {height, width, NULL};
    cudaMalloc((void **)&t.cells, sizeof(Cell) * height * width);
    return t;
}

int main(void)
{
    const int height = 30, width = 50;
    Cell *cells = (Cell *)malloc(sizeof(Cell) * height * width);
    for (int i = 0; i < height * width; i++) {
        cells[i].row = i / width;
        cells[i].col = i % width;
    }
    Table from = device_table(height, width);
    Table to = device_table(width, height);
    cudaMemcpy(from.cells, cells, sizeof(Cell) * height * width, cudaMemcpyHostToDevice);

    flip<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(to, from);

    cudaMemcpy(cells, to.cells, sizeof(Cell) * height * width, cudaMemcpyDeviceToHost);
    for (int i = 0; i < height * width; i++)
        assert(cells[i].row == i % height && cells[i].col == i / height);
    cudaFree(from.cells);
    cudaFree(to.cells);
    free(cells);
    return 0;
}
