// expect: FAILED
// property: assertion
// Every thread takes its turn in a shared schedule; the assertion fails for thread 2 alone.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define THREADS 4

__global__ void take_turns(const int *turn, int *order)
{
    __shared__ int slot[THREADS];
    int tid = threadIdx.x;
    slot[tid] = -1;
    __syncthreads();
    int mine = turn[tid];
    if (mine < THREADS)
        slot[mine] = tid;
    __syncthreads();
    assert(mine < THREADS && slot[mine] == tid); // violation
    order[tid] = slot[tid];
}

int main(void)
{
    int turn[THREADS] = {2, 0, 4, 1};
    int order[THREADS];
    int *d_turn, *d_order;
    cudaMalloc((void **)&d_turn, sizeof(turn));
    cudaMalloc((void **)&d_order, sizeof(order));
    cudaMemcpy(d_turn, turn, sizeof(turn), cudaMemcpyHostToDevice);
    take_turns<<<1, THREADS>>>(d_turn, d_order);
    cudaMemcpy(order, d_order, sizeof(order), cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        printf("turn %d: thread %d\n", i, order[i]);
    cudaFree(d_turn);
    cudaFree(d_order);
    return 0;
}
