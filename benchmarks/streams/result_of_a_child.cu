// expect: FAILED
// property: data-race
// The parent adds up what its child writes, as if the launch had waited for it.
#include <cuda_runtime.h>

#define N 4

__global__ void squares(int *out) { out[threadIdx.x] = threadIdx.x * threadIdx.x; } // violation

__global__ void sum(int *work, int *total)
{
    squares<<<1, N>>>(work);
    int found = 0;
    for (int i = 0; i < N; i++)
        found += work[i]; // violation
    *total = found;
}

int main(void)
{
    int *d_work, *d_total, total;
    cudaMalloc((void **)&d_work, N * sizeof(int));
    cudaMalloc((void **)&d_total, sizeof(int));
    cudaMemset(d_work, 0, N * sizeof(int));
    sum<<<1, 1>>>(d_work, d_total);
    cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_work);
    cudaFree(d_total);
    return total < 0;
}
