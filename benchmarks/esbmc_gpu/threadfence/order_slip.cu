// expect: SUCCESSFUL
// A block writes an order of two members and then its number; the other one polls the number and reads the order.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

struct Slip {
    int article;
    int pieces;
    unsigned int number;
};

__global__ void trade(Slip *slip, int *delivered)
{
    if (blockIdx.x == 0) {
        slip->article = 12;
        slip->pieces = 30;
        __threadfence();
        atomicExch(&slip->number, 1u);
    } else {
        while (atomicCAS(&slip->number, 1u, 2u) != 1u) {
        }
        __threadfence();
        *delivered = slip->article * 100 + slip->pieces;
    }
}

int main(void)
{
    Slip *slip, after;
    int *d_delivered, delivered = 0;
    cudaMalloc((void **)&slip, sizeof(Slip));
    cudaMalloc((void **)&d_delivered, sizeof(int));
    cudaMemset(slip, 0, sizeof(Slip));
    trade<<<2, 1>>>(slip, d_delivered);
    cudaMemcpy(&delivered, d_delivered, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&after, slip, sizeof(Slip), cudaMemcpyDeviceToHost);
    assert(delivered == 1230);
    assert(after.number == 2);
    cudaFree(slip);
    cudaFree(d_delivered);
    return 0;
}
