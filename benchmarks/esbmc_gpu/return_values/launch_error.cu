// expect: SUCCESSFUL
// options: --no-check launch-config
// A launch with too many threads is answered by an error, and the program launches smaller blocks instead.
#include <assert.h>
#include <cuda_runtime.h>

#define N 2048

__global__ void fill(int *out, int value)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static cudaError_t try_fill(int *out, int value, int threads)
{
    fill<<<N / threads, threads>>>(out, value);
    cudaError_t status = cudaGetLastError();
    return status != cudaSuccess ? status : cudaDeviceSynchronize();
}

int main(void)
{
    int out[N], *d_out, threads = N;
    cudaMalloc((void **)&d_out, sizeof(out));
    while (try_fill(d_out, 7, threads) == cudaErrorInvalidConfiguration && threads > 1)
        threads /= 2;
    assert(threads == 1024);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    assert(out[0] == 7 && out[N - 1] == 7);
    cudaFree(d_out);
    return 0;
}
