// expect: FAILED
// property: data-race
// One launch finds the greatest income and divides by it; a barrier of the block does not wait for other blocks.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256

__device__ int greatest;

__global__ void shares(const int *incomes, int *percent)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&greatest, incomes[i]); // violation
    __syncthreads();
    percent[i] = incomes[i] * 100 / greatest; // violation
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
    shares<<<N / 128, 128>>>(d_incomes, d_percent);

    cudaMemcpy(percent, d_percent, sizeof(percent), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", percent[i]);
    cudaFree(d_incomes);
    cudaFree(d_percent);
    return 0;
}
