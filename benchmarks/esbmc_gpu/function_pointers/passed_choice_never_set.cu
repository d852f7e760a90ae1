// expect: FAILED
// property: null-dereference
// The host passes the address of a device function from a device variable that was never given one.
#include <cuda_runtime.h>

#define N 1024

typedef float (*Weight)(float);

__device__ float linear(float x) { return x; }
__device__ float tent(float x) { return x < 0.5f ? 2 * x : 2 - 2 * x; }

__device__ Weight p_linear = linear;
__device__ Weight p_tent;

__global__ void apply(Weight w, float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = w(v[i]); // violation
}

int main(int argc, char **argv)
{
    Weight h_linear, h_tent;
    cudaMemcpyFromSymbol(&h_linear, p_linear, sizeof(Weight));
    cudaMemcpyFromSymbol(&h_tent, p_tent, sizeof(Weight));

    float v[N], *d_v;
    for (int i = 0; i < N; i++)
        v[i] = i / (float)N;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    apply<<<N / 256, 256>>>(argc > 1 ? h_tent : h_linear, d_v, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    return 0;
}
