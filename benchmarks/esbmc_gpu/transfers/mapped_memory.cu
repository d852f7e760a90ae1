// expect: SUCCESSFUL
// The kernel works on mapped memory of the host, at the address that the device has for it.
#include <assert.h>
#include <cuda_runtime.h>

#define N 1024

__global__ void triple(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= 3;
}

int main(void)
{
    int *v, *d_v;
    if (cudaHostAlloc((void **)&v, N * sizeof(int), cudaHostAllocMapped) != cudaSuccess)
        return 1;
    for (int i = 0; i < N; i++)
        v[i] = i;
    cudaHostGetDevicePointer((void **)&d_v, v, 0);
    triple<<<N / 256, 256>>>(d_v, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        assert(v[i] == 3 * i);
    cudaFreeHost(v);
    return 0;
}
