// expect: FAILED
// property: data-race
// In each round one thread reads the next order for all, and does not wait until all have used the last one.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ORDERS 5
#define BLOCK 128

struct Order {
    int factor;
    int shift;
};

__global__ void apply(const Order *orders, int n, int *values)
{
    __shared__ Order current;
    int value = values[threadIdx.x];
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0)
            current = orders[k]; // violation
        __syncthreads();
        value = value * current.factor + current.shift; // violation
    }
    values[threadIdx.x] = value;
}

int main()
{
    Order orders[ORDERS] = {{2, 1}, {-1, 7}, {3, 0}, {1, -4}, {5, 2}};
    int values[BLOCK];
    for (int i = 0; i < BLOCK; i++)
        values[i] = i;
    Order *d_orders;
    int *d_values;
    cudaMalloc(&d_orders, sizeof(orders));
    cudaMalloc(&d_values, sizeof(values));
    cudaMemcpy(d_orders, orders, sizeof(orders), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    apply<<<1, BLOCK>>>(d_orders, ORDERS, d_values);
    cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK; i++)
        printf("%d ", values[i]);
    cudaFree(d_orders);
    cudaFree(d_values);
    return 0;
}
