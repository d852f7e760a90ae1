// expect: SUCCESSFUL
// Some lanes of a warp sum their numbers; a vote before the branch says which.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 24
#define WARP 32

__global__ void sum(const int *in, int *out)
{
    __shared__ int total;
    int tid = threadIdx.x;
    int value = 0;
    unsigned int mask = __ballot_sync(0xffffffffu, tid < N);
    if (tid < N) {
        value = in[tid];
        for (int offset = WARP / 2; offset > 0; offset /= 2) {
            int other = __shfl_sync(mask, value, tid + offset < N ? tid + offset : tid);
            if (tid + offset < N)
                value += other;
        }
        if (tid == 0)
            total = value;
    }
    __syncthreads();
    out[tid] = total;
}

int main(void)
{
    int in[N], out[WARP];
    for (int i = 0; i < N; i++)
        in[i] = 3 * i + 1;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sum<<<1, WARP>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += in[i];
    for (int i = 0; i < WARP; i++)
        assert(out[i] == sum);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
