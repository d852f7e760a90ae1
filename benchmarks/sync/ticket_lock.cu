// expect: SUCCESSFUL
// options: --context-bound 2
// Ticket lock: atomicAdd hands out tickets, a thread waits until its ticket is served.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define THREADS 2

struct TicketLock {
    unsigned int next;
    unsigned int serving;
};

__device__ TicketLock lock;
__device__ int total;

__global__ void add_ids(int *order)
{
    unsigned int ticket = atomicAdd(&lock.next, 1u);
    while (atomicAdd(&lock.serving, 0u) != ticket) {
    }
    __threadfence();

    total += threadIdx.x + 1;
    order[ticket] = threadIdx.x;

    __threadfence();
    atomicAdd(&lock.serving, 1u);
}

int main(void)
{
    int *d_order, order[THREADS];
    int sum = -1;
    cudaMalloc((void **)&d_order, sizeof(order));
    add_ids<<<1, THREADS>>>(d_order);
    cudaMemcpy(order, d_order, sizeof(order), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&sum, total, sizeof(int));
    cudaFree(d_order);

    printf("thread %d was first\n", order[0]);
    assert(sum == 3);
    assert(order[0] + order[1] == 1);
    return 0;
}
