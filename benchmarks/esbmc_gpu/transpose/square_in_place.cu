// expect: SUCCESSFUL
// A square matrix is transposed in place: the threads above the diagonal swap with their mirror images.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SIDE 40

typedef double Matrix[SIDE][SIDE];

__global__ void mirror(double (*m)[SIDE])
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < SIDE && col < SIDE && row < col) {
        double above = m[row][col];
        m[row][col] = m[col][row];
        m[col][row] = above;
    }
}

int main(void)
{
    static Matrix m;
    double(*d_m)[SIDE];
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            m[r][c] = r - 0.125 * c;

    cudaMalloc((void **)&d_m, sizeof(Matrix));
    cudaMemcpy(d_m, m, sizeof(Matrix), cudaMemcpyHostToDevice);
    dim3 block(16, 16);
    dim3 grid((SIDE + block.x - 1) / block.x, (SIDE + block.y - 1) / block.y);
    mirror<<<grid, block>>>(d_m);
    cudaMemcpy(m, d_m, sizeof(Matrix), cudaMemcpyDeviceToHost);
    cudaFree(d_m);

    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            assert(m[r][c] == c - 0.125 * r);
    return 0;
}
