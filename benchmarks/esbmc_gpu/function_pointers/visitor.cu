// expect: SUCCESSFUL
// A function that walks over the neighbours of a cell calls what it is given for each of them.
#include <assert.h>
#include <cuda_runtime.h>

#define SIDE 32
#define CELLS (SIDE * SIDE)

typedef void (*Visit)(const int *cells, int at, int *state);

__device__ void add(const int *cells, int at, int *state) { state[0] += cells[at]; }
__device__ void count(const int *cells, int at, int *state) { state[1]++; }

__device__ void neighbours(const int *cells, int x, int y, Visit visit, int *state)
{
    if (x > 0)
        visit(cells, y * SIDE + x - 1, state);
    if (x < SIDE - 1)
        visit(cells, y * SIDE + x + 1, state);
    if (y > 0)
        visit(cells, (y - 1) * SIDE + x, state);
    if (y < SIDE - 1)
        visit(cells, (y + 1) * SIDE + x, state);
}

__global__ void means(const int *cells, int *mean)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int state[2] = {0, 0};
    neighbours(cells, x, y, add, state);
    neighbours(cells, x, y, count, state);
    mean[y * SIDE + x] = state[0] / state[1];
}

int main(void)
{
    static int cells[CELLS], mean[CELLS];
    for (int i = 0; i < CELLS; i++)
        cells[i] = 1000 + i;
    int *d_cells, *d_mean;
    cudaMalloc((void **)&d_cells, sizeof(cells));
    cudaMalloc((void **)&d_mean, sizeof(mean));
    cudaMemcpy(d_cells, cells, sizeof(cells), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid(SIDE / 16, SIDE / 16);
    means<<<grid, block>>>(d_cells, d_mean);
    cudaMemcpy(mean, d_mean, sizeof(mean), cudaMemcpyDeviceToHost);
    for (int y = 1; y < SIDE - 1; y++)
        for (int x = 1; x < SIDE - 1; x++)
            assert(mean[y * SIDE + x] == cells[y * SIDE + x]);
    cudaFree(d_cells);
    cudaFree(d_mean);
    return 0;
}
