// expect: SUCCESSFUL
// Two blocks take turns three times; each waits until the counter says that it is its turn.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROUNDS 3

__global__ void play(int *turn, int *log)
{
    for (int round = 0; round < ROUNDS; round++) {
        int own = 2 * round + blockIdx.x;
        while (atomicAdd(turn, 0) != own)
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
    /* 1 2 1 2 1 2 in base 3 */
    assert(log == 455);
    cudaFree(d_turn);
    cudaFree(d_log);
    return 0;
}
