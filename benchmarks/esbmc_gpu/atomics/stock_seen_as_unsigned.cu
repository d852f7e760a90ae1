// expect: FAILED
// property: assertion
// Three buyers take from a stock of two; the stock is unsigned, so that below zero it looks full.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BUYERS 4
#define STOCK 2

__global__ void buy(unsigned int *stock, int *sold)
{
    if (atomicSub(stock, 1u) != 0)
        atomicAdd(sold, 1);
    else
        atomicAdd(stock, 1u);
}

int main(void)
{
    unsigned int stock = STOCK, *d_stock;
    int sold = 0, *d_sold;
    cudaMalloc((void **)&d_stock, sizeof(int));
    cudaMalloc((void **)&d_sold, sizeof(int));
    cudaMemcpy(d_stock, &stock, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_sold, &sold, sizeof(int), cudaMemcpyHostToDevice);
    buy<<<1, BUYERS>>>(d_stock, d_sold);
    cudaMemcpy(&stock, d_stock, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&sold, d_sold, sizeof(int), cudaMemcpyDeviceToHost);
    assert(sold <= STOCK); // violation
    cudaFree(d_stock);
    cudaFree(d_sold);
    return 0;
}
