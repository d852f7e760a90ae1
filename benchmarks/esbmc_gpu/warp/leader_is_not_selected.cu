// expect: FAILED
// property: api-misuse
// The lanes with a negative number take the place from lane 0, which is not one of them.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 32

__device__ int used;

__global__ void collect_negative(const int *in, int *out)
{
    int value = in[threadIdx.x];
    unsigned int negative = __ballot_sync(0xffffffffu, value < 0);
    if (value < 0) {
        int leader = 0;
        int lane = threadIdx.x;
        int base = 0;
        if (lane == leader)
            base = atomicAdd(&used, __popc(negative));
        base = __shfl_sync(negative, base, leader); // violation
        out[base + __popc(negative & ((1u << lane) - 1))] = value;
    }
}

int main(void)
{
    int in[N], out[N] = {0}, count = -1;
    int *d_in, *d_out;
    for (int i = 0; i < N; i++)
        in[i] = (i * 5) % 12 - 3 + 8 * (i == 0);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof(out));
    collect_negative<<<1, N>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, used, sizeof(int));
    for (int i = 0; i < count; i++)
        printf("%d\n", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
