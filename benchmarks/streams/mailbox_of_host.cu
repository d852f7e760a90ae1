// expect: SUCCESSFUL
// A kernel waits for a message of the host in pinned memory, answers it, and goes on to the next one.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define MESSAGES 2

__global__ void serve(volatile int *request, volatile int *answer, volatile int *served)
{
    for (int turn = 1; turn <= MESSAGES; turn++) {
        while (*served != -turn)
            ;
        __threadfence_system();
        *answer = *request * *request;
        __threadfence_system();
        *served = turn;
    }
}

int main(void)
{
    int *request, *answer, *served;
    cudaMallocHost((void **)&request, sizeof(int));
    cudaMallocHost((void **)&answer, sizeof(int));
    cudaMallocHost((void **)&served, sizeof(int));
    *served = 0;
    serve<<<1, 1>>>(request, answer, served);
    for (int turn = 1; turn <= MESSAGES; turn++) {
        *request = 10 + turn;
        *(volatile int *)served = -turn;
        while (*(volatile int *)served != turn)
            ;
        assert(*answer == (10 + turn) * (10 + turn));
    }
    cudaDeviceSynchronize();
    cudaFreeHost(request);
    cudaFreeHost(answer);
    cudaFreeHost(served);
    return 0;
}
