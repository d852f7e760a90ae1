// expect: FAILED
// property: memory-space
// An array of the device is given to a kernel and to the memset of the host, which takes its name for an address.
#include <string.h>
#include <cuda_runtime.h>

#define N 640

__device__ int grid_cells[N];

__global__ void scatter(void)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    grid_cells[(i * 7) % N] += i;
}

__global__ void gather(long long *sum)
{
    long long s = 0;
    for (int i = 0; i < N; i++)
        s += grid_cells[i];
    *sum = s;
}

int main(void)
{
    long long sum, *d_sum;
    memset(grid_cells, 0, sizeof(grid_cells)); // violation
    scatter<<<N / 128, 128>>>();
    cudaMalloc((void **)&d_sum, sizeof(sum));
    gather<<<1, 1>>>(d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    return 0;
}
