// expect: SUCCESSFUL
// Collatz lengths of a block: all threads go on until __syncthreads_or says that nobody has work left.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define THREADS 32

__global__ void collatz(int *length, int *rounds, int *long_ones)
{
    unsigned int n = threadIdx.x + 1;
    int steps = 0;
    int count = 0;
    while (__syncthreads_or(n != 1)) {
        if (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        count++;
    }
    length[threadIdx.x] = steps;
    int above = __syncthreads_count(steps > 20);
    if (threadIdx.x == 0) {
        *rounds = count;
        *long_ones = above;
    }
}

int main(void)
{
    int length[THREADS], rounds = 0, long_ones = 0;
    int *d_length, *d_rounds, *d_long;
    cudaMalloc((void **)&d_length, sizeof(length));
    cudaMalloc((void **)&d_rounds, sizeof(int));
    cudaMalloc((void **)&d_long, sizeof(int));
    collatz<<<1, THREADS>>>(d_length, d_rounds, d_long);
    cudaMemcpy(length, d_length, sizeof(length), cudaMemcpyDeviceToHost);
    cudaMemcpy(&rounds, d_rounds, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&long_ones, d_long, sizeof(int), cudaMemcpyDeviceToHost);

    int longest = 0, above = 0;
    for (int i = 0; i < THREADS; i++) {
        if (length[i] > longest)
            longest = length[i];
        above += length[i] > 20;
    }
    assert(length[26] == 111 && longest == rounds);
    assert(above == long_ones);
    cudaFree(d_length);
    cudaFree(d_rounds);
    cudaFree(d_long);
    return 0;
}
