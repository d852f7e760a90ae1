// expect: FAILED
// property: data-race
// A struct on the device holds pointers to two columns, and both are the address of one array.
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
        ledger->paid[i] = ledger->price[i] + ledger->price[i + 1]; // violation
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
    ledger.paid = d_columns;
    ledger.count = N;
    cudaMemcpy(d_ledger, &ledger, sizeof(Ledger), cudaMemcpyHostToDevice);
    pay<<<(N + 127) / 128, 128>>>(d_ledger);
    cudaMemcpy(paid, ledger.paid, (N - 1) * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i + 1 < N; i++)
        printf("%d ", paid[i]);
    cudaFree(d_columns);
    cudaFree(d_ledger);
    return 0;
}
