// expect: FAILED
// property: nan
// options: --nan-check
// Vectors are scaled to unit length, also those of length zero.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 40

__global__ void normalise(float2 *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float length = sqrtf(v[i].x * v[i].x + v[i].y * v[i].y);
        v[i].x /= length; // violation
        v[i].y /= length; // violation
    }
}

int main(void)
{
    float2 v[N];
    for (int i = 0; i < N; i++)
        v[i] = make_float2(3.0f * (i % 4), -4.0f * (i % 4));

    float2 *d_v;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    normalise<<<(N + 15) / 16, 16>>>(d_v, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);

    for (int i = 0; i < N; i++) {
        if (i % 4 != 0)
            assert(fabsf(v[i].x - 0.6f) < 1e-6f && fabsf(v[i].y + 0.8f) < 1e-6f);
    }
    return 0;
}
