// expect: FAILED
// property: data-race
// The place is read with an addition of 0, so that two threads get one.
#include <assert.h>
#include <cuda_runtime.h>

#define N 64
#define BLOCKS 1
#define CAPACITY N

__device__ int count;

__global__ void keep(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 3 != 0)
        out[atomicAdd(&count, 0)] = in[i];  // violation
}

int main(void)
{
    int in[N], kept = 0, found = 0, zero = 0;
    int *d_in, *d_out;

    for (int i = 0; i < N; i++)
        in[i] = (i * 29) % 64;
    cudaMalloc((void **)&d_in, N * sizeof(int));
    cudaMalloc((void **)&d_out, CAPACITY * sizeof(int));
    cudaMemcpy(d_in, in, N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, CAPACITY * sizeof(int));
    cudaMemcpyToSymbol(count, &zero, sizeof(int));
    keep<<<BLOCKS, N / BLOCKS>>>(d_in, d_out);
    cudaMemcpyFromSymbol(&found, count, sizeof(int));
    for (int i = 0; i < N; i++)
        kept += in[i] % 3 != 0;
    assert(found == 0 && kept > 0);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
