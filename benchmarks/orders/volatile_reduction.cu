// expect: SUCCESSFUL
// The lanes of a warp add up volatile numbers without barriers, and nobody looks at the sum.
#include <assert.h>
#include <cuda_runtime.h>

#define LANES 32

__global__ void sum(int *data)
{
    __shared__ int partial[2 * LANES];
    int t = threadIdx.x;

    partial[t] = data[t];
    partial[t + LANES] = data[t + LANES];
    __syncthreads();
    volatile int *v = partial;
    for (int half = LANES; half > 0; half /= 2)
        v[t] += v[t + half];
    if (t == 0)
        data[0] = v[0];
}

int main(void)
{
    int data[2 * LANES], *d_data;

    for (int i = 0; i < 2 * LANES; i++)
        data[i] = i;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    sum<<<1, LANES>>>(d_data);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    assert(data[1] == 1);
    cudaFree(d_data);
    return 0;
}
