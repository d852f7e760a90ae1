// expect: SUCCESSFUL
// 64 threads keep the positive ones of arbitrary elements; an atomic counter hands out the places.
#include <assert.h>
#include <cuda_runtime.h>

int nondet_int(void);

#define N 64
#define BLOCKS 2
#define CAPACITY N

__device__ int count;

__global__ void keep(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0)
        out[atomicAdd(&count, 1)] = in[i];
}

int main(void)
{
    int in[N], kept = 0, found = 0, zero = 0;
    int *d_in, *d_out;

    for (int i = 0; i < N; i++)
        in[i] = nondet_int();
    cudaMalloc((void **)&d_in, N * sizeof(int));
    cudaMalloc((void **)&d_out, CAPACITY * sizeof(int));
    cudaMemcpy(d_in, in, N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, CAPACITY * sizeof(int));
    cudaMemcpyToSymbol(count, &zero, sizeof(int));
    keep<<<BLOCKS, N / BLOCKS>>>(d_in, d_out);
    cudaMemcpyFromSymbol(&found, count, sizeof(int));
    for (int i = 0; i < N; i++)
        kept += in[i] > 0;
    assert(found == kept);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
