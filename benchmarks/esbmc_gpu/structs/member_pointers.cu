// expect: SUCCESSFUL
// Pointers to single members of structs: a device function adds to whichever column it is given.
#include <assert.h>
#include <cuda_runtime.h>

#define ACCOUNTS 512

struct Account {
    int number;
    long long balance;
    long long blocked;
    short transfers;
};

__device__ void book(long long *column, long long amount, short *count)
{
    *column += amount;
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
    book(&a->blocked, half, &a->transfers);
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
    for (int i = 0; i < ACCOUNTS; i++) {
        assert(accounts[i].number == 1000 + i && accounts[i].transfers == 2);
        assert(accounts[i].balance + accounts[i].blocked == 10000000000LL + i);
        assert(accounts[i].blocked == 5000000000LL + i / 2);
    }
    return 0;
}
