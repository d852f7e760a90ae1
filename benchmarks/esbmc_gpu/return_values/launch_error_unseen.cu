// expect: FAILED
// property: launch-config
// A launch with too many threads is answered by an error; the function asks for that of the wait alone.
#include <cuda_runtime.h>

#define N 2048

__global__ void fill(int *out, int value)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static cudaError_t try_fill(int *out, int value, int threads)
{
    fill<<<N / threads, threads>>>(out, value); // violation
    return cudaDeviceSynchronize();
}

int main(void)
{
    int out[N], *d_out, threads = N;
    cudaMalloc((void **)&d_out, sizeof(out));
    if (try_fill(d_out, 7, threads) != cudaSuccess)
        return 1;
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return 0;
}
