// expect: SUCCESSFUL
// Sums over windows of seven numbers: a block loads its part with a border of three on either side.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 384
#define BLOCK 128

__global__ void window_sums(const short *in, int *out, int radius)
{
    extern __shared__ short part[];
    int first = blockIdx.x * blockDim.x - radius;
    int size = blockDim.x + 2 * radius;
    for (int k = threadIdx.x; k < size; k += blockDim.x)
        part[k] = first + k >= 0 && first + k < N ? in[first + k] : 0;
    __syncthreads();
    int sum = 0;
    for (int d = 0; d <= 2 * radius; d++)
        sum += part[threadIdx.x + d];
    out[first + radius + threadIdx.x] = sum;
}

int main(void)
{
    const int radius = 3;
    short in[N], *d_in;
    int out[N], *d_out;
    for (int i = 0; i < N; i++)
        in[i] = (short)(5 * i - 700);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    size_t bytes = (BLOCK + 2 * radius) * sizeof(short);
    window_sums<<<N / BLOCK, BLOCK, bytes>>>(d_in, d_out, radius);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = radius; i < N - radius; i++)
        assert(out[i] == 7 * (5 * i - 700));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
