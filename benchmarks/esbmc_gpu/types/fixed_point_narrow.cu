// expect: FAILED
// property: signed-overflow
// options: --overflow-check
// Fixed-point numbers with 16 bits behind the point; products are formed in 32 bits, which is too few.
#include <stdint.h>
#include <cuda_runtime.h>

#define N 1024

typedef int32_t fixed;
#define ONE ((fixed)1 << 16)

__host__ __device__ static inline fixed multiply(fixed a, fixed b)
{
    return a * b >> 16; // violation
}

__global__ void square(fixed *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = multiply(v[i], v[i]);
}

int main(void)
{
    fixed v[N], *d_v;
    for (int i = 0; i < N; i++)
        v[i] = i * (ONE / 8);
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    square<<<N / 256, 256>>>(d_v, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    return 0;
}
