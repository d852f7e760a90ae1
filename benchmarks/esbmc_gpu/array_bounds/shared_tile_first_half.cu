// expect: FAILED
// property: bounds
// Column sums over a tile in shared memory; the first half is all rows, so the sum goes on below the tile.
#include <cuda_runtime.h>

#define COLUMNS 96
#define ROWS 8

__global__ void column_sums(const int *m, int *sums)
{
    __shared__ int tile[ROWS][32];
    int column = blockIdx.x * 32 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = m[threadIdx.y * COLUMNS + column];
    __syncthreads();
    for (int half = ROWS; half > 0; half /= 2) {
        if (threadIdx.y < half)
            tile[threadIdx.y][threadIdx.x] += tile[threadIdx.y + half][threadIdx.x]; // violation
        __syncthreads();
    }
    if (threadIdx.y == 0)
        sums[column] = tile[0][threadIdx.x];
}

int main(void)
{
    int m[ROWS][COLUMNS], sums[COLUMNS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            m[r][c] = r * c;
    int *d_m, *d_sums;
    cudaMalloc((void **)&d_m, sizeof(m));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMemcpy(d_m, m, sizeof(m), cudaMemcpyHostToDevice);
    column_sums<<<COLUMNS / 32, dim3(32, ROWS)>>>(d_m, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    cudaFree(d_m);
    cudaFree(d_sums);
    return 0;
}
