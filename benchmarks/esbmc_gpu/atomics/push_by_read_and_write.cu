// expect: FAILED
// property: data-race
// Threads put nodes in front of a list: each reads the head and then makes itself the head by an atomic.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define NODES 3
#define NONE (-1)

__global__ void push(int *head, int *next)
{
    int node = threadIdx.x;
    next[node] = *head; // violation
    atomicExch(head, node); // violation
}

int main(void)
{
    int head = NONE, next[NODES];
    int *d_head, *d_next;
    cudaMalloc((void **)&d_head, sizeof(int));
    cudaMalloc((void **)&d_next, sizeof(next));
    cudaMemcpy(d_head, &head, sizeof(int), cudaMemcpyHostToDevice);
    push<<<1, NODES>>>(d_head, d_next);
    cudaMemcpy(&head, d_head, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(next, d_next, sizeof(next), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", head, next[0], next[1], next[2]);
    cudaFree(d_head);
    cudaFree(d_next);
    return 0;
}
