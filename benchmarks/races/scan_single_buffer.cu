// expect: FAILED
// property: data-race
// Inclusive scan in one buffer: a thread reads its neighbour while that one adds.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void inclusive_scan(const int *in, int *out, int n)
{
    __shared__ int buffer[N];
    int tid = threadIdx.x;
    buffer[tid] = in[tid];
    __syncthreads();

    for (int offset = 1; offset < n; offset <<= 1) {
        if (tid >= offset)
            buffer[tid] += buffer[tid - offset]; // violation
        __syncthreads();
    }
    out[tid] = buffer[tid];
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * 13 + 5) % 10;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    inclusive_scan<<<1, N>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);

    int running = 0;
    for (int i = 0; i < N; i++) {
        running += in[i];
        printf("%d %d\n", out[i], running);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
