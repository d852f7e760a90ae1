// expect: FAILED
// property: bounds
// The host goes backwards over its unsigned index, which is never negative and goes on below zero.
#include <cuda_runtime.h>

#define N 1000

__global__ void ones(int *v, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = 1;
}

int main(void)
{
    int v[N], *d_v;
    cudaMalloc((void **)&d_v, sizeof(v));
    ones<<<(N + 255) / 256, 256>>>(d_v, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);

    int sum = 0; // suffix sums in place
    for (unsigned int i = N - 1; i >= 0; i--)
        v[i] = sum += v[i]; // violation
    return 0;
}
