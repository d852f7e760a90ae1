// expect: SUCCESSFUL
// Three threads put nodes in front of a list; atomicExch makes each the head and tells it the one before.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define NODES 3
#define NONE (-1)

__global__ void push(int *head, int *next)
{
    int node = threadIdx.x;
    next[node] = atomicExch(head, node);
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
    int length = 0, seen = 0;
    for (int node = head; node != NONE; node = next[node]) {
        seen |= 1 << node;
        length++;
        assert(length <= NODES);
    }
    assert(length == NODES && seen == (1 << NODES) - 1);
    cudaFree(d_head);
    cudaFree(d_next);
    return 0;
}
