// expect: SUCCESSFUL
// The block size is taken from the properties of the device, capped for this small problem.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 90

__global__ void cube(const int *in, int *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i] * in[i] * in[i];
}

int main(void)
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices == 0) {
        printf("no device\n");
        return 0;
    }
    cudaSetDevice(0);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int block = prop.maxThreadsPerBlock < 32 ? prop.maxThreadsPerBlock : 32;
    printf("%s: blocks of %d threads\n", prop.name, block);
    assert(block > 0);

    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i - N / 2;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cube<<<2, block>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(out[i] == in[i] * in[i] * in[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
