// expect: FAILED
// property: deadlock
// Two blocks take turns; one of them stops a round too early, and the other one waits for it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROUNDS 3

__global__ void play(int *turn, int *log)
{
    for (int round = 0; round < ROUNDS - (blockIdx.x == 0); round++) {
        int own = 2 * round + blockIdx.x;
        while (atomicAdd(turn, 0) != own) // violation
            ;
        __threadfence();
        log[0] = log[0] * 3 + blockIdx.x + 1;
        __threadfence();
        atomicAdd(turn, 1);
    }
}

int main(void)
{
    int log = 0, *d_turn, *d_log;
    cudaMalloc((void **)&d_turn, sizeof(int));
    cudaMalloc((void **)&d_log, sizeof(int));
    cudaMemset(d_turn, 0, sizeof(int));
    cudaMemset(d_log, 0, sizeof(int));
    play<<<2, 1>>>(d_turn, d_log);
    cudaMemcpy(&log, d_log, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", log);
    cudaFree(d_turn);
    cudaFree(d_log);
    return 0;
}
