// expect: FAILED
// property: data-race
// One warp leaves a message for another one and raises a flag by an atomic, which orders nothing without a fence.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WORDS 4

__global__ void send(int *out, int seed)
{
    __shared__ int message[WORDS];
    __shared__ int sent;
    if (threadIdx.x == 0)
        sent = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < WORDS; i++)
            message[i] = seed + i; // violation
        atomicExch(&sent, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&sent, 0) == 0) {
        }
        __threadfence_block();
        for (int i = 0; i < WORDS; i++)
            out[i] = 2 * message[i]; // violation
    }
}

int main(void)
{
    int out[WORDS], *d_out;
    cudaMalloc((void **)&d_out, sizeof(out));
    send<<<1, 64>>>(d_out, 70);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < WORDS; i++)
        printf("%d ", out[i]);
    cudaFree(d_out);
    return 0;
}
