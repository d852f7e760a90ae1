// expect: FAILED
// property: bounds
// Differences of neighbours; the last thread takes the difference to a value that is not there.
#include <cuda_runtime.h>

#define N 2048

__global__ void differences(const double *v, double *d, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n - 1)
        d[i] = v[i + 1] - v[i]; // violation
}

int main(void)
{
    static double v[N], d[N - 1];
    for (int i = 0; i < N; ++i)
        v[i] = 0.5 * i * i;
    double *d_v = nullptr, *d_d = nullptr;
    if (cudaMalloc((void **)&d_v, sizeof v) != cudaSuccess || cudaMalloc((void **)&d_d, sizeof d) != cudaSuccess)
        return 1;
    cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice);
    differences<<<N / 256, 256>>>(d_v, d_d, N);
    cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    cudaFree(d_d);
    return 0;
}
