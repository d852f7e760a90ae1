// expect: SUCCESSFUL
// Prefix sums of each block in two shared buffers (Hillis and Steele); scan.py is the same as plain Python.
#include <assert.h>
#include <cuda_runtime.h>

#ifndef N
#define N 128
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#define BLOCK 64

__global__ void scan(const int *in, int *out)
{
    __shared__ int part[2][BLOCK];
    int t = threadIdx.x, from = 0;
    part[0][t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int reach = 1; reach < BLOCK; reach *= 2) {
        int sum = part[from][t];
        if (t >= reach)
            sum += part[from][t - reach];
        part[1 - from][t] = sum;
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = part[from][t];
}

int in[N], out[N];

int main()
{
    int *d_in, *d_out;
    for (int i = 0; i < N; ++i)
        in[i] = i % 13;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof(out));
    for (int launch = 0; launch < LAUNCHES; ++launch)
        scan<<<N / BLOCK, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    assert(LAUNCHES == 0 || out[4] == 10);
#ifdef EXPECTED
    int expected[] = {EXPECTED};
    for (int i = 0; i < N; ++i)
        assert(out[i] == expected[i]);
#endif
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
