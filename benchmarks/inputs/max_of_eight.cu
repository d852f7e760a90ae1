// expect: SUCCESSFUL
// Tree maximum of eight arbitrary numbers: no element is greater, and one element equals it.
#include <assert.h>
#include <cuda_runtime.h>

#define N 8

int nondet_int();

__global__ void maximum(const int *in, int *out)
{
    __shared__ int best[N];
    int tid = threadIdx.x;
    best[tid] = in[tid];
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (tid < s && best[tid] < best[tid + s])
            best[tid] = best[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        *out = best[0];
}

int main(void)
{
    int in[N], max;
    for (int i = 0; i < N; i++)
        in[i] = nondet_int();

    int *d_in, *d_max;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_max, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    maximum<<<1, N>>>(d_in, d_max);
    cudaMemcpy(&max, d_max, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_max);

    bool found = false;
    for (int i = 0; i < N; i++) {
        assert(in[i] <= max);
        found = found || in[i] == max;
    }
    assert(found);
    return 0;
}
