// expect: FAILED
// property: invalid-pointer
// The host passes the address that a function has in its own code, which means nothing to a kernel.
#include <cuda_runtime.h>

#define N 1024

typedef float (*Weight)(float);

__host__ __device__ float linear(float x) { return x; }
__host__ __device__ float tent(float x) { return x < 0.5f ? 2 * x : 2 - 2 * x; }

__global__ void apply(Weight w, float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = w(v[i]); // violation
}

int main(int argc, char **argv)
{
    Weight chosen = argc > 1 ? tent : linear;

    float v[N], *d_v;
    for (int i = 0; i < N; i++)
        v[i] = i / (float)N;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    apply<<<N / 256, 256>>>(chosen, d_v, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    return 0;
}
