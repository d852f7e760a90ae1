// expect: FAILED
// property: bounds
// Inclusive scan; the output is allocated with the number of elements, not of bytes.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void inclusive_scan(const int *in, int *out, int n)
{
    __shared__ int buffer[2][N];
    int tid = threadIdx.x;
    int from = 0, to = 1;
    buffer[from][tid] = in[tid];
    __syncthreads();

    for (int offset = 1; offset < n; offset <<= 1) {
        if (tid >= offset)
            buffer[to][tid] = buffer[from][tid] + buffer[from][tid - offset];
        else
            buffer[to][tid] = buffer[from][tid];
        __syncthreads();
        from = to;
        to = 1 - from;
    }
    out[tid] = buffer[from][tid]; // violation
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * 13 + 5) % 10;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, N);
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    inclusive_scan<<<1, N>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);

    int running = 0;
    for (int i = 0; i < N; i++) {
        running += in[i];
        assert(out[i] == running);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
