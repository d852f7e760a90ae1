// expect: SUCCESSFUL
// Inclusive scan of 256 numbers in one shared buffer: read, barrier, write, barrier.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256

__global__ void scan(const long long *in, long long *out)
{
    __shared__ long long sums[N];
    const int t = threadIdx.x;
    sums[t] = in[t];
    for (int reach = 1; reach < N; reach <<= 1) {
        __syncthreads();
        long long before = 0;
        if (t >= reach)
            before = sums[t - reach];
        __syncthreads();
        sums[t] += before;
    }
    out[t] = sums[t];
}

int main(void)
{
    long long in[N], out[N], sum = 0;
    for (int i = 0; i < N; i++)
        in[i] = ((long long)i << 33) - i;
    long long *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    scan<<<1, N>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        sum += in[i];
        assert(out[i] == sum);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
