// expect: SUCCESSFUL
// The kernels find their buffer in a pointer of the device that the host sets beforehand.
#include <assert.h>
#include <cuda_runtime.h>

#define N 1000

__device__ float *workspace;
__device__ unsigned int workspace_size;

__global__ void clear(void)
{
    for (unsigned int i = threadIdx.x; i < workspace_size; i += blockDim.x)
        workspace[i] = 0.0f;
}

__global__ void ramp(float step)
{
    for (unsigned int i = threadIdx.x; i < workspace_size; i += blockDim.x)
        workspace[i] += step * i;
}

static void attach(float *buffer, unsigned int size)
{
    cudaMemcpyToSymbol(workspace, &buffer, sizeof(buffer));
    cudaMemcpyToSymbol(workspace_size, &size, sizeof(size));
}

int main(void)
{
    float result[N];
    float *buffer;
    cudaMalloc((void **)&buffer, sizeof(result));
    attach(buffer, N);
    clear<<<1, 256>>>();
    ramp<<<1, 256>>>(0.5f);
    cudaMemcpy(result, buffer, sizeof(result), cudaMemcpyDeviceToHost);
    assert(result[0] == 0.0f);
    assert(result[N - 1] == 0.5f * (N - 1));
    cudaFree(buffer);
    return 0;
}
