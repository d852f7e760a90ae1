// expect: FAILED
// property: barrier-divergence
// The number of rounds with a barrier depends on the thread, so that some threads are done before the others.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 128
#define BLOCKS 3

__global__ void rotate(int *data)
{
    __shared__ int ring[2][BLOCK];
    int t = threadIdx.x, now = 0;
    ring[0][t] = ring[1][t] = data[blockIdx.x * BLOCK + t];
    __syncthreads();
    int rounds = 2 * blockIdx.x + (t < 64);
    for (int r = 0; r < rounds; r++) {
        ring[1 - now][(t + 1) % BLOCK] = ring[now][t];
        now = 1 - now;
        __syncthreads(); // violation
    }
    data[blockIdx.x * BLOCK + t] = ring[now][t];
}

int main(void)
{
    int data[BLOCKS * BLOCK], *d_data;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        data[i] = i;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    rotate<<<BLOCKS, BLOCK>>>(d_data);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        printf("%d ", data[i]);
    cudaFree(d_data);
    return 0;
}
