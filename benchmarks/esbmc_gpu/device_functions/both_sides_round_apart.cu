// expect: FAILED
// property: assertion
// A rounding division for both sides; halves go up on the host and down on the device.
#include <assert.h>
#include <cuda_runtime.h>

#define N 2048

__host__ __device__ inline int divide_rounded(int a, int b)
{
#ifdef __CUDA_ARCH__
    int q = a / b, r = a - q * b; // one division on the device
    return 2 * r > b ? q + 1 : q;
#else
    return (2 * a + b) / (2 * b);
#endif
}

__global__ void halve(int *v, int divisor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = divide_rounded(v[i], divisor);
}

int main(void)
{
    int v[N], *d_v;
    for (int i = 0; i < N; i++)
        v[i] = i;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    halve<<<N / 256, 256>>>(d_v, 8);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    for (int i = 0; i < N; i++)
        assert(v[i] == divide_rounded(i, 8)); // violation
    return 0;
}
