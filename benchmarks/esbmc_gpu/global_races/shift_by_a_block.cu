// expect: SUCCESSFUL
// The second half of an array moves onto the first: what is read is never written by the same launch.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void move_down(int *data, int distance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = data[i + distance];
}

int main(int argc, char **argv)
{
    const int n = 512, distance = 512;
    int *data = (int *)malloc((n + distance) * sizeof(int));
    for (int i = 0; i < n + distance; i++)
        data[i] = 2 * i;
    int *d_data;
    cudaMalloc((void **)&d_data, (n + distance) * sizeof(int));
    cudaMemcpy(d_data, data, (n + distance) * sizeof(int), cudaMemcpyHostToDevice);
    move_down<<<n / 128, 128>>>(d_data, distance, n);
    cudaMemcpy(data, d_data, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        assert(data[i] == 2 * (i + distance));
    cudaFree(d_data);
    free(data);
    return 0;
}
