// expect: FAILED
// property: bounds
// A table of 100 x 37 cells on blocks of 32 x 4 threads; the guard looks at the columns alone.
#include <cuda_runtime.h>

#define COLUMNS 100
#define ROWS 37
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))

__global__ void products(int *table, int columns, int rows)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= columns)
        return;
    table[r * columns + c] = r * c; // violation
}

int main(void)
{
    int table[ROWS][COLUMNS], *d_table;
    cudaMalloc((void **)&d_table, sizeof(table));
    dim3 threads(32, 4);
    dim3 blocks(DIV_UP(COLUMNS, threads.x), DIV_UP(ROWS, threads.y));
    products<<<blocks, threads>>>(d_table, COLUMNS, ROWS);
    cudaMemcpy(table, d_table, sizeof(table), cudaMemcpyDeviceToHost);
    cudaFree(d_table);
    return 0;
}
