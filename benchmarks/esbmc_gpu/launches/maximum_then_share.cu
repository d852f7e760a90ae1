// expect: SUCCESSFUL
// One launch finds the greatest of 512 incomes, the next one divides by it: the launches are ordered.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 512

__device__ int greatest;

__global__ void find_greatest(const int *incomes)
{
    atomicMax(&greatest, incomes[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void shares(const int *incomes, int *percent)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    percent[i] = incomes[i] * 100 / greatest;
}

int main(void)
{
    int incomes[N], percent[N], *d_incomes, *d_percent;
    for (int i = 0; i < N; i++)
        incomes[i] = 10 + (i * 83) % 391;
    incomes[200] = 1000;
    cudaMalloc((void **)&d_incomes, sizeof(incomes));
    cudaMalloc((void **)&d_percent, sizeof(percent));
    cudaMemcpy(d_incomes, incomes, sizeof(incomes), cudaMemcpyHostToDevice);

    int start = 1;
    cudaMemcpyToSymbol(greatest, &start, sizeof(int));
    find_greatest<<<N / 128, 128>>>(d_incomes);
    shares<<<N / 128, 128>>>(d_incomes, d_percent);

    cudaMemcpy(percent, d_percent, sizeof(percent), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(percent[i] == incomes[i] / 10);
    cudaFree(d_incomes);
    cudaFree(d_percent);
    return 0;
}
