// expect: SUCCESSFUL
// Three buyers take from a stock of two by atomicSub; who sees that nothing was left puts his piece back.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BUYERS 3
#define STOCK 2

__global__ void buy(int *stock, int *sold)
{
    if (atomicSub(stock, 1) > 0)
        atomicAdd(sold, 1);
    else
        atomicAdd(stock, 1);
}

int main(void)
{
    int stock = STOCK, sold = 0;
    int *d_stock, *d_sold;
    cudaMalloc((void **)&d_stock, sizeof(int));
    cudaMalloc((void **)&d_sold, sizeof(int));
    cudaMemcpy(d_stock, &stock, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_sold, &sold, sizeof(int), cudaMemcpyHostToDevice);
    buy<<<1, BUYERS>>>(d_stock, d_sold);
    cudaMemcpy(&stock, d_stock, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&sold, d_sold, sizeof(int), cudaMemcpyDeviceToHost);
    assert(sold == STOCK);
    assert(stock == 0);
    cudaFree(d_stock);
    cudaFree(d_sold);
    return 0;
}
