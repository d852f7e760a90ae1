// expect: SUCCESSFUL
// options: --allow-same-value-races
// Every thread that finds the key sets one flag to 1; here such writes of one value are tolerated.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 100

__global__ void contains(const int *values, int n, int key, int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && values[i] == key)
        *found = 1;
}

int main(void)
{
    int values[N];
    for (int i = 0; i < N; i++)
        values[i] = i % 10;

    int *d_values, *d_found, found = -1;
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMalloc((void **)&d_found, sizeof(int));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0, sizeof(int));
    contains<<<(N + 31) / 32, 32>>>(d_values, N, 7, d_found);
    cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost);
    assert(found == 1);
    cudaFree(d_values);
    cudaFree(d_found);
    return 0;
}
