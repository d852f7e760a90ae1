// expect: FAILED
// property: bounds
// Pointers to single members; the blocked amount is booked on the next account, which the last one lacks.
#include <cuda_runtime.h>

#define ACCOUNTS 1

struct Account {
    int number;
    long long balance;
    long long blocked;
    short transfers;
};

__device__ void book(long long *column, long long amount, short *count)
{
    *column += amount; // violation
    ++*count;
}

__global__ void block_half(struct Account *accounts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    struct Account *a = &accounts[i];
    long long half = a->balance / 2;
    book(&a->balance, -half, &a->transfers);
    book(&a[1].blocked, half, &a->transfers);
}

int main(void)
{
    static struct Account accounts[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
        accounts[i].number = 1000 + i;
        accounts[i].balance = 10000000000LL + i;
    }
    struct Account *d;
    cudaMalloc((void **)&d, sizeof(accounts));
    cudaMemcpy(d, accounts, sizeof(accounts), cudaMemcpyHostToDevice);
    block_half<<<(ACCOUNTS + 255) / 256, 256>>>(d, ACCOUNTS);
    cudaMemcpy(accounts, d, sizeof(accounts), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return 0;
}
