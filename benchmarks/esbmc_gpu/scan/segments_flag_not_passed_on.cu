// expect: FAILED
// property: assertion
// Running sums of accounts; that an account starts is not passed on with the sum, so that later rounds reach across.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128

struct Entry {
    int amount;
    int starts;
};

__global__ void balances(const Entry *entries, int *balance)
{
    __shared__ Entry cell[N];
    int t = threadIdx.x;
    cell[t] = entries[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        Entry own = cell[t];
        if (t >= d) {
            Entry before = cell[t - d];
            if (!own.starts)
                own.amount += before.amount;
        }
        __syncthreads();
        cell[t] = own;
        __syncthreads();
    }
    balance[t] = cell[t].amount;
}

int main()
{
    Entry entries[N];
    int balance[N];
    for (int i = 0; i < N; i++) {
        entries[i].amount = i % 2 ? -i : 3 * i;
        entries[i].starts = i == 0 || i == 17 || i == 18 || i == 90;
    }
    Entry *d_entries;
    int *d_balance;
    cudaMalloc(&d_entries, sizeof(entries));
    cudaMalloc(&d_balance, sizeof(balance));
    cudaMemcpy(d_entries, entries, sizeof(entries), cudaMemcpyHostToDevice);
    balances<<<1, N>>>(d_entries, d_balance);
    cudaMemcpy(balance, d_balance, sizeof(balance), cudaMemcpyDeviceToHost);
    int running = 0;
    for (int i = 0; i < N; i++) {
        running = entries[i].starts ? entries[i].amount : running + entries[i].amount;
        assert(balance[i] == running); // violation
    }
    cudaFree(d_entries);
    cudaFree(d_balance);
    return 0;
}
