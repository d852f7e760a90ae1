// expect: FAILED
// property: deadlock
// options: --context-bound 2
// Transfers between two accounts; the two threads take the locks in opposite orders.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

struct Account {
    int lock;
    int balance;
};

__device__ void transfer(Account *first, Account *second, int amount)
{
    while (atomicCAS(&first->lock, 0, 1) != 0)
        ;
    while (atomicCAS(&second->lock, 0, 1) != 0) // violation
        ;
    __threadfence();
    first->balance -= amount;
    second->balance += amount;
    __threadfence();
    atomicExch(&second->lock, 0);
    atomicExch(&first->lock, 0);
}

__global__ void bank(Account *accounts)
{
    if (threadIdx.x == 0)
        transfer(&accounts[0], &accounts[1], 30);
    else
        transfer(&accounts[1], &accounts[0], 20);
}

int main(void)
{
    Account accounts[2] = {{0, 100}, {0, 50}};
    Account *d_accounts;
    cudaMalloc((void **)&d_accounts, sizeof(accounts));
    cudaMemcpy(d_accounts, accounts, sizeof(accounts), cudaMemcpyHostToDevice);
    bank<<<1, 2>>>(d_accounts);
    cudaMemcpy(accounts, d_accounts, sizeof(accounts), cudaMemcpyDeviceToHost);
    assert(accounts[0].balance == 90);
    assert(accounts[1].balance == 60);
    assert(accounts[0].lock == 0 && accounts[1].lock == 0);
    cudaFree(d_accounts);
    return 0;
}
