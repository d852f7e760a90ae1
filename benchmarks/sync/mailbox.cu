// expect: SUCCESSFUL
// options: --context-bound 2
// Ping-pong between two threads through a one-place mailbox whose state changes by atomics.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROUNDS 3
#define EMPTY 0
#define FULL 1

__device__ int state = EMPTY;
__device__ int letter;

__device__ void wait_for(int wanted)
{
    while (atomicAdd(&state, 0) != wanted) {
    }
    __threadfence();
}

__device__ void change_to(int s)
{
    __threadfence();
    atomicExch(&state, s);
}

__global__ void exchange(int *received)
{
    for (int r = 0; r < ROUNDS; r++) {
        if (threadIdx.x == 0) {
            wait_for(EMPTY);
            letter = 100 + r;
            change_to(FULL);
        } else {
            wait_for(FULL);
            received[r] = letter;
            change_to(EMPTY);
        }
    }
}

int main(void)
{
    int received[ROUNDS];
    int *d_received;
    cudaMalloc((void **)&d_received, sizeof(received));
    exchange<<<1, 2>>>(d_received);
    cudaMemcpy(received, d_received, sizeof(received), cudaMemcpyDeviceToHost);
    cudaFree(d_received);
    for (int r = 0; r < ROUNDS; r++)
        assert(received[r] == 100 + r);
    printf("%d letters\n", ROUNDS);
    return 0;
}
