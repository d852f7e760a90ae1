// expect: FAILED
// property: data-race
// A shared counter is read and reset by one thread while others may still count.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 256

__global__ void two_counts(const int *in, int *out)
{
    __shared__ int counter;
    int value = in[threadIdx.x];
    if (threadIdx.x == 0)
        counter = 0;
    __syncthreads();
    if (value % 2 == 0)
        atomicAdd(&counter, 1); // violation
    if (threadIdx.x == 0) {
        out[0] = counter; // violation
        counter = 0; // violation
    }
    __syncthreads();
    if (value % 5 == 0)
        atomicAdd(&counter, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[1] = counter;
}

int main(void)
{
    int in[BLOCK], out[2], even = 0, fifth = 0;
    for (int i = 0; i < BLOCK; i++) {
        in[i] = i * i + 3;
        even += in[i] % 2 == 0;
        fifth += in[i] % 5 == 0;
    }
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    two_counts<<<1, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%d of %d, %d of %d\n", out[0], even, out[1], fifth);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
