// expect: SUCCESSFUL
// Two arrays of different types share the dynamic shared memory of a block, one behind the other.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 32
#define BLOCKS 2
#define N (BLOCK * BLOCKS)

__global__ void pair_up(const int *in, int *sums, char *odd)
{
    extern __shared__ int pool[];
    int *value = pool;
    char *parity = (char *)(pool + BLOCK);
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    value[tid] = in[i];
    parity[tid] = in[i] & 1;
    __syncthreads();

    int other = BLOCK - 1 - tid;
    sums[i] = value[tid] + value[other];
    odd[i] = parity[tid] ^ parity[other];
}

int main(void)
{
    int in[N], sums[N];
    char odd[N];
    for (int i = 0; i < N; i++)
        in[i] = i * i + 3;

    int *d_in, *d_sums;
    char *d_odd;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMalloc((void **)&d_odd, sizeof(odd));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    pair_up<<<BLOCKS, BLOCK, BLOCK * (sizeof(int) + sizeof(char))>>>(d_in, d_sums, d_odd);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    cudaMemcpy(odd, d_odd, sizeof(odd), cudaMemcpyDeviceToHost);

    for (int i = 0; i < N; i++) {
        int other = i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK;
        assert(sums[i] == in[i] + in[other]);
        assert(odd[i] == (sums[i] & 1));
    }
    cudaFree(d_in);
    cudaFree(d_sums);
    cudaFree(d_odd);
    return 0;
}
