// expect: FAILED
// property: data-race
// An array moves down in place by less than its length: some threads read what others write.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void move_down(int *data, int distance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = data[i + distance]; // violation
}

int main(int argc, char **argv)
{
    const int n = 512, distance = 384;
    int *data = (int *)malloc((n + distance) * sizeof(int));
    for (int i = 0; i < n + distance; i++)
        data[i] = 2 * i;
    int *d_data;
    cudaMalloc((void **)&d_data, (n + distance) * sizeof(int));
    cudaMemcpy(d_data, data, (n + distance) * sizeof(int), cudaMemcpyHostToDevice);
    move_down<<<n / 128, 128>>>(d_data, distance, n);
    cudaMemcpy(data, d_data, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%d ", data[i]);
    cudaFree(d_data);
    free(data);
    return 0;
}
