// expect: FAILED
// property: data-race
// Sums of orders in three types at once, of which the float is added without an atomic.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ORDERS 256

struct Totals {
    unsigned long long cents;
    int pieces;
    float weight;
};

__global__ void add_up(const int *pieces, Totals *totals)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&totals->pieces, pieces[i]);
    atomicAdd(&totals->cents, 10000000ULL * pieces[i]);
    totals->weight += 0.5f * pieces[i]; // violation
}

int main(void)
{
    int pieces[ORDERS], sum = 0;
    for (int i = 0; i < ORDERS; i++) {
        pieces[i] = 1 + i % 3;
        sum += pieces[i];
    }
    Totals totals, *d_totals;
    int *d_pieces;
    cudaMalloc((void **)&d_pieces, sizeof(pieces));
    cudaMalloc((void **)&d_totals, sizeof(Totals));
    cudaMemcpy(d_pieces, pieces, sizeof(pieces), cudaMemcpyHostToDevice);
    cudaMemset(d_totals, 0, sizeof(Totals));
    add_up<<<ORDERS / 128, 128>>>(d_pieces, d_totals);
    cudaMemcpy(&totals, d_totals, sizeof(Totals), cudaMemcpyDeviceToHost);
    assert(totals.pieces == sum);
    assert(totals.cents == 10000000ULL * sum);
    printf("weight %f\n", totals.weight);
    cudaFree(d_pieces);
    cudaFree(d_totals);
    return 0;
}
