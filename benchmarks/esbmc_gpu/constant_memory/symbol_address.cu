// expect: SUCCESSFUL
// An array of the device is set to zero and filled by way of its address, which the host asks for.
#include <assert.h>
#include <cuda_runtime.h>

#define N 640

__device__ int grid_cells[N];

__global__ void scatter(int *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[(i * 7) % N] += i;
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
    int *cells;
    size_t bytes;
    long long sum, *d_sum;
    cudaGetSymbolAddress((void **)&cells, grid_cells);
    cudaGetSymbolSize(&bytes, grid_cells);
    assert(bytes == N * sizeof(int));
    cudaMemset(cells, 0, bytes);
    scatter<<<N / 128, 128>>>(cells);
    cudaMalloc((void **)&d_sum, sizeof(sum));
    gather<<<1, 1>>>(d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    assert(sum == (long long)N * (N - 1) / 2);
    cudaFree(d_sum);
    return 0;
}
