// expect: FAILED
// property: bounds
// Floats are scaled four at a time through float4; their number is no multiple of four, and the last load is too long.
#include <cuda_runtime.h>

#define N 2046

__global__ void scale(float *v, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 3) / 4) {
        float4 q = reinterpret_cast<float4 *>(v)[i]; // violation
        q.x *= by;
        q.y *= by;
        q.z *= by;
        q.w *= by;
        reinterpret_cast<float4 *>(v)[i] = q;
    }
}

int main(void)
{
    float v[N], *d_v;
    for (int i = 0; i < N; i++)
        v[i] = i;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    scale<<<4, 128>>>(d_v, 0.25f, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    return 0;
}
