// expect: SUCCESSFUL
// A device function fills an array of the caller, whose address it gets.
#include <assert.h>
#include <cuda_runtime.h>

#define N 512

__device__ void powers(int base, int list[4])
{
    list[0] = 1;
    for (int k = 1; k < 4; k++)
        list[k] = list[k - 1] * base;
}

__global__ void geometric_sums(int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int p[4];
    powers(i % 10, p);
    sum[i] = p[0] + p[1] + p[2] + p[3];
}

int main(void)
{
    int sum[N], *d_sum;
    cudaMalloc((void **)&d_sum, sizeof(sum));
    geometric_sums<<<N / 128, 128>>>(d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(sum[i] == 1 + i % 10 * (1 + i % 10 * (1 + i % 10)));
    cudaFree(d_sum);
    return 0;
}
