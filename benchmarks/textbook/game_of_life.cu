// expect: SUCCESSFUL
// A glider on a torus comes back one cell further down and right after four generations.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

#define SIZE 12

__global__ void generation(const unsigned char *now, unsigned char *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < SIZE && y < SIZE) {
        int neighbours = 0;
        for (int dy = SIZE - 1; dy <= SIZE + 1; dy++)
            for (int dx = SIZE - 1; dx <= SIZE + 1; dx++)
                if (dy != SIZE || dx != SIZE)
                    neighbours += now[(y + dy) % SIZE * SIZE + (x + dx) % SIZE];
        next[y * SIZE + x] = neighbours == 3 || (neighbours == 2 && now[y * SIZE + x]);
    }
}

int main(void)
{
    unsigned char start[SIZE * SIZE], end[SIZE * SIZE];
    memset(start, 0, sizeof(start));
    start[0 * SIZE + 1] = start[1 * SIZE + 2] = 1;
    start[2 * SIZE + 0] = start[2 * SIZE + 1] = start[2 * SIZE + 2] = 1;

    unsigned char *d_now, *d_next;
    cudaMalloc((void **)&d_now, sizeof(start));
    cudaMalloc((void **)&d_next, sizeof(start));
    cudaMemcpy(d_now, start, sizeof(start), cudaMemcpyHostToDevice);
    dim3 block(8, 8), grid((SIZE + 7) / 8, (SIZE + 7) / 8);
    for (int step = 0; step < 4; step++) {
        generation<<<grid, block>>>(d_now, d_next);
        unsigned char *t = d_now;
        d_now = d_next;
        d_next = t;
    }
    cudaMemcpy(end, d_now, sizeof(end), cudaMemcpyDeviceToHost);

    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            assert(end[(y + 1) % SIZE * SIZE + (x + 1) % SIZE] == start[y * SIZE + x]);
    cudaFree(d_now);
    cudaFree(d_next);
    return 0;
}
