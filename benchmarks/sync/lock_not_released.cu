// expect: FAILED
// property: deadlock
// options: --context-bound 2
// A thread that finds the limit exceeded returns without giving the lock back.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3

__device__ void acquire(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0) { // violation
    }
    __threadfence();
}

__device__ void release(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void deposit(int *lock, int *balance)
{
    acquire(lock);
    if (*balance + 10 > 40)
        return;
    *balance = *balance + 10 * (blockIdx.x + 1);
    release(lock);
}

int main(void)
{
    int *d_lock, *d_balance;
    int balance = 5;
    cudaMalloc((void **)&d_lock, sizeof(int));
    cudaMalloc((void **)&d_balance, sizeof(int));
    cudaMemset(d_lock, 0, sizeof(int));
    cudaMemcpy(d_balance, &balance, sizeof(int), cudaMemcpyHostToDevice);

    deposit<<<BLOCKS, 1>>>(d_lock, d_balance);

    cudaMemcpy(&balance, d_balance, sizeof(int), cudaMemcpyDeviceToHost);
    printf("balance %d\n", balance);
    cudaFree(d_lock);
    cudaFree(d_balance);
    return 0;
}
