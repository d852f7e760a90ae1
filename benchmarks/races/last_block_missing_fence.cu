// expect: FAILED
// property: data-race
// options: --context-bound 2
// The last block adds the partial sums, but nothing makes them visible before the counter.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS 3
#define BLOCK 4
#define N (BLOCKS * BLOCK)

__device__ unsigned int finished = 0;

__global__ void sum(const int *in, int *partial, int *total)
{
    __shared__ int data[BLOCK];
    __shared__ bool is_last;
    int tid = threadIdx.x;
    data[tid] = in[blockIdx.x * BLOCK + tid];
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }

    if (tid == 0) {
        partial[blockIdx.x] = data[0]; // violation
        unsigned int ticket = atomicInc(&finished, BLOCKS - 1);
        is_last = ticket == BLOCKS - 1;
        __threadfence();
    }
    __syncthreads();

    if (is_last && tid == 0) {
        int result = 0;
        for (int b = 0; b < BLOCKS; b++)
            result += partial[b]; // violation
        *total = result;
    }
}

int main(void)
{
    int in[N], total = 0, expected = 0;
    for (int i = 0; i < N; i++) {
        in[i] = i * i;
        expected += in[i];
    }
    int *d_in, *d_partial, *d_total;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_partial, BLOCKS * sizeof(int));
    cudaMalloc((void **)&d_total, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    for (int run = 0; run < 2; run++) {
        sum<<<BLOCKS, BLOCK>>>(d_in, d_partial, d_total);
        cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
        assert(total == expected);
    }
    cudaFree(d_in);
    cudaFree(d_partial);
    cudaFree(d_total);
    return 0;
}
