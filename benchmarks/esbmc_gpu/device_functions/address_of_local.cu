// expect: FAILED
// property: invalid-pointer
// A device function returns the address of its own array, which has ended when the caller reads it.
#include <cuda_runtime.h>

#define N 512

__device__ int *powers(int base)
{
    int list[4] = {1, base, base * base, base * base * base};
    int *first = list;
    return first;
}

__global__ void geometric_sums(int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int *p = powers(i % 10);
    sum[i] = p[0] + p[1] + p[2] + p[3]; // violation
}

int main(void)
{
    int sum[N], *d_sum;
    cudaMalloc((void **)&d_sum, sizeof(sum));
    geometric_sums<<<N / 128, 128>>>(d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    return 0;
}
