// expect: SUCCESSFUL
// The sum of each block, as a tree in shared memory; reduction.py is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define BLOCK 128

__global__ void reduce(const int *in, int *sums)
{
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

int in[N], sums[N / BLOCK];

int main()
{
    int *d_in, *d_sums, first = 0;
    for (int i = 0; i < N; ++i)
        in[i] = i % 11;
    for (int i = 0; i < BLOCK; ++i)
        first += in[i];
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemset(d_sums, 0, sizeof(sums));
    for (int launch = 0; launch < LAUNCHES; ++launch)
        reduce<<<N / BLOCK, BLOCK>>>(d_in, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    assert(LAUNCHES == 0 || sums[0] == first);
#ifdef EXPECTED
    int expected[] = {EXPECTED};
    for (int i = 0; i < N / BLOCK; ++i)
        assert(sums[i] == expected[i]);
#endif
    cudaFree(d_in);
    cudaFree(d_sums);
    return 0;
}
