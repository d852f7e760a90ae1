// expect: FAILED
// property: data-race
// Tree reduction without the barrier between its rounds.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256
#define BLOCK 64

__global__ void reduce(const int *in, int *out)
{
    __shared__ int data[BLOCK];
    unsigned int tid = threadIdx.x;
    data[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            data[tid] += data[tid + s]; // violation
    }
    if (tid == 0)
        out[blockIdx.x] = data[0];
}

int main(void)
{
    int in[N], partial[N / BLOCK];
    int expected = 0;
    for (int i = 0; i < N; i++) {
        in[i] = (i * 37) % 101;
        expected += in[i];
    }

    int *d_in, *d_partial;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_partial, sizeof(partial));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    reduce<<<N / BLOCK, BLOCK>>>(d_in, d_partial);
    cudaMemcpy(partial, d_partial, sizeof(partial), cudaMemcpyDeviceToHost);

    int sum = 0;
    for (int i = 0; i < N / BLOCK; i++)
        sum += partial[i];
    printf("sum %d, expected %d\n", sum, expected);

    cudaFree(d_in);
    cudaFree(d_partial);
    return 0;
}
