// expect: SUCCESSFUL
// options: --memory-leak-check
// Breadth-first search on a grid graph: two frontier arrays change roles, nodes are claimed by index.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define SIDE 5
#define NODES (SIDE * SIDE)

__global__ void expand(const char *frontier, char *next, int *distance, int level)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= NODES || distance[v] >= 0) {
        return;
    }
    int x = v % SIDE, y = v / SIDE;
    bool reached = (x > 0 && frontier[v - 1]) || (x < SIDE - 1 && frontier[v + 1]) ||
                   (y > 0 && frontier[v - SIDE]) || (y < SIDE - 1 && frontier[v + SIDE]);
    if (reached) {
        next[v] = 1;
        distance[v] = level;
    }
}

int main(void)
{
    char start[NODES];
    int distance[NODES];
    memset(start, 0, sizeof(start));
    memset(distance, -1, sizeof(distance));
    start[0] = 1;
    distance[0] = 0;

    char *d_frontier, *d_next;
    int *d_distance;
    cudaMalloc((void **)&d_frontier, NODES);
    cudaMalloc((void **)&d_next, NODES);
    cudaMalloc((void **)&d_distance, sizeof(distance));
    cudaMemcpy(d_frontier, start, NODES, cudaMemcpyHostToDevice);
    cudaMemcpy(d_distance, distance, sizeof(distance), cudaMemcpyHostToDevice);
    for (int level = 1; level <= 2 * (SIDE - 1); level++) {
        cudaMemset(d_next, 0, NODES);
        expand<<<(NODES + 15) / 16, 16>>>(d_frontier, d_next, d_distance, level);
        char *t = d_frontier;
        d_frontier = d_next;
        d_next = t;
    }
    cudaMemcpy(distance, d_distance, sizeof(distance), cudaMemcpyDeviceToHost);

    for (int v = 0; v < NODES; v++)
        assert(distance[v] == v % SIDE + v / SIDE);
    cudaFree(d_frontier);
    cudaFree(d_next);
    cudaFree(d_distance);
    return 0;
}
