// expect: FAILED
// property: bounds
// Unstructured mesh whose last element has a node behind the last one.
#include <stdio.h>
#include <cuda_runtime.h>

#define ELEMENTS 100
#define NODES (ELEMENTS + 1) // element e lies between nodes e and e + 1, wherever those are stored
#define BLOCK 64
#define BLOCKS ((ELEMENTS + BLOCK - 1) / BLOCK)

// Elements of one colour have no node in common.
__global__ void flow(int *change, const int *value, const int2 *nodes_of, const int *colour_of, int colour, int n)
{
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n && colour_of[e] == colour) {
        const int2 nodes = nodes_of[e];
        const int flux = (value[nodes.x] - value[nodes.y]) / 4; // violation
        change[nodes.x] -= flux;
        change[nodes.y] += flux;
    }
}

__global__ void apply(int *value, int *change, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        value[i] += change[i];
        change[i] = 0;
    }
}

// An element that is steep is refined: it gets the next free number.
__global__ void mark(int *refined, int *count, const int *value, const int2 *nodes_of, int n)
{
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n) {
        const int2 nodes = nodes_of[e];
        if (abs(value[nodes.x] - value[nodes.y]) > 150)
            refined[atomicAdd(count, 1)] = e;
    }
}

int main(void)
{
    int value[NODES], colour_of[ELEMENTS], count = 0;
    int2 nodes_of[ELEMENTS];
    for (int e = 0; e < ELEMENTS; e++) {
        nodes_of[e] = make_int2((e * 37) % NODES, e + 1 < ELEMENTS ? ((e + 1) * 37) % NODES : NODES);
        colour_of[e] = e % 2;
    }
    for (int i = 0; i < NODES; i++)
        value[i] = i == 50 ? 1000 : 0;

    int *d_value, *d_change, *d_colour_of, *d_refined, *d_count;
    int2 *d_nodes_of;
    cudaMalloc((void **)&d_value, sizeof(value));
    cudaMalloc((void **)&d_change, sizeof(value));
    cudaMalloc((void **)&d_nodes_of, sizeof(nodes_of));
    cudaMalloc((void **)&d_colour_of, sizeof(colour_of));
    cudaMalloc((void **)&d_refined, sizeof(colour_of));
    cudaMalloc((void **)&d_count, sizeof(int));
    cudaMemcpy(d_count, &count, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_value, value, sizeof(value), cudaMemcpyHostToDevice);
    cudaMemset(d_change, 0, sizeof(value));
    cudaMemcpy(d_nodes_of, nodes_of, sizeof(nodes_of), cudaMemcpyHostToDevice);
    cudaMemcpy(d_colour_of, colour_of, sizeof(colour_of), cudaMemcpyHostToDevice);
    for (int step = 0; step < 1; step++) {
        for (int colour = 0; colour < 2; colour++)
            flow<<<BLOCKS, BLOCK>>>(d_change, d_value, d_nodes_of, d_colour_of, colour, ELEMENTS);
        apply<<<BLOCKS, BLOCK>>>(d_value, d_change, NODES);
    }
    mark<<<BLOCKS, BLOCK>>>(d_refined, d_count, d_value, d_nodes_of, ELEMENTS);
    cudaMemcpy(value, d_value, sizeof(value), cudaMemcpyDeviceToHost);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0;
    for (int i = 0; i < NODES; i++)
        sum += value[i];
    printf("sum %d, %d elements to refine\n", sum, count);
    cudaFree(d_value);
    cudaFree(d_change);
    cudaFree(d_nodes_of);
    cudaFree(d_colour_of);
    cudaFree(d_refined);
    cudaFree(d_count);
    return 0;
}
