// expect: FAILED
// property: uninitialised-read
// options: --uninitialised-check
// A backup of an array is made on the device; the size of the copy is the number of elements, not of bytes.
#include <cuda_runtime.h>

#define N 1024

__global__ void spoil(double *v)
{
    v[blockIdx.x * blockDim.x + threadIdx.x] = -1;
}

__global__ void restore(double *v, const double *backup)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = backup[i]; // violation
}

int main(void)
{
    double v[N], *d_v, *d_backup;
    for (int i = 0; i < N; i++)
        v[i] = 0.5 * i;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMalloc((void **)&d_backup, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    cudaMemcpy(d_backup, d_v, N, cudaMemcpyDeviceToDevice);
    spoil<<<N / 256, 256>>>(d_v);
    restore<<<N / 256, 256>>>(d_v, d_backup);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    cudaFree(d_backup);
    return 0;
}
