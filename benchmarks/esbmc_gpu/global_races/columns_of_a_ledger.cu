// expect: SUCCESSFUL
// A struct on the device holds pointers to two columns; the host fills it with the addresses of separate arrays.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 300

typedef struct {
    const int *price;
    int *paid;
    int count;
} Ledger;

__global__ void pay(const Ledger *ledger)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < ledger->count)
        ledger->paid[i] = ledger->price[i] + ledger->price[i + 1];
}

int main(void)
{
    int price[N], paid[N] = {0};
    for (int i = 0; i < N; i++)
        price[i] = 10 + i % 4;
    int *d_columns;
    Ledger ledger, *d_ledger;
    cudaMalloc((void **)&d_columns, 2 * N * sizeof(int));
    cudaMalloc((void **)&d_ledger, sizeof(Ledger));
    cudaMemcpy(d_columns, price, sizeof(price), cudaMemcpyHostToDevice);
    ledger.price = d_columns;
    ledger.paid = d_columns + N;
    ledger.count = N;
    cudaMemcpy(d_ledger, &ledger, sizeof(Ledger), cudaMemcpyHostToDevice);
    pay<<<(N + 127) / 128, 128>>>(d_ledger);
    cudaMemcpy(paid, ledger.paid, (N - 1) * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i + 1 < N; i++)
        assert(paid[i] == 20 + i % 4 + (i + 1) % 4);
    cudaFree(d_columns);
    cudaFree(d_ledger);
    return 0;
}
