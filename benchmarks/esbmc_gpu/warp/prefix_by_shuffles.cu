// expect: SUCCESSFUL
// Inclusive prefix sums of each warp: __shfl_up_sync by doubling distances, added only above the distance.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256
#define WARP 32

__global__ void prefix(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % WARP;
    int value = in[i];
    for (int d = 1; d < WARP; d *= 2) {
        int below = __shfl_up_sync(0xffffffffu, value, d);
        if (lane >= d)
            value += below;
    }
    out[i] = value;
}

int main(void)
{
    int in[N], out[N];
    int *d_in, *d_out;
    for (int i = 0; i < N; i++)
        in[i] = 7 * i % 40 + 1;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    prefix<<<N / 128, 128>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < N; i++) {
        sum = i % WARP == 0 ? in[i] : sum + in[i];
        assert(out[i] == sum);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
