// expect: FAILED
// property: null-dereference
// The kernels find their buffer in a pointer of the device; the host sets the size alone, and variables start as 0.
#include <cuda_runtime.h>

#define N 1000

__device__ float *workspace;
__device__ unsigned int workspace_size;

__global__ void clear(void)
{
    for (unsigned int i = threadIdx.x; i < workspace_size; i += blockDim.x)
        workspace[i] = 0.0f; // violation
}

__global__ void ramp(float step)
{
    for (unsigned int i = threadIdx.x; i < workspace_size; i += blockDim.x)
        workspace[i] += step * i;
}

static void attach(unsigned int size)
{
    cudaMemcpyToSymbol(workspace_size, &size, sizeof(size));
}

int main(void)
{
    float result[N];
    float *buffer;
    cudaMalloc((void **)&buffer, sizeof(result));
    attach(N);
    clear<<<1, 256>>>();
    ramp<<<1, 256>>>(0.5f);
    cudaMemcpy(result, buffer, sizeof(result), cudaMemcpyDeviceToHost);
    cudaFree(buffer);
    return 0;
}
