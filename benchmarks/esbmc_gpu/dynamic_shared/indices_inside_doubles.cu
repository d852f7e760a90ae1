// expect: FAILED
// property: data-race
// The ints in dynamic shared memory begin in the middle of the doubles: their place was counted in ints.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 128

__global__ void reverse(const double *in, double *value, int *place)
{
    extern __shared__ double pool[];
    double *values = pool;
    int *places = (int *)pool + blockDim.x;
    int t = threadIdx.x;
    values[t] = in[t]; // violation
    places[t] = t; // violation
    __syncthreads();
    value[t] = values[blockDim.x - 1 - t];
    place[t] = places[blockDim.x - 1 - t];
}

int main(void)
{
    double in[BLOCK], value[BLOCK], *d_in, *d_value;
    int place[BLOCK], *d_place;
    for (int i = 0; i < BLOCK; i++)
        in[i] = (i - 77.25) * (i - 77.25);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_value, sizeof(value));
    cudaMalloc((void **)&d_place, sizeof(place));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    size_t bytes = BLOCK * (sizeof(double) + sizeof(int));
    reverse<<<1, BLOCK, bytes>>>(d_in, d_value, d_place);
    cudaMemcpy(value, d_value, sizeof(value), cudaMemcpyDeviceToHost);
    cudaMemcpy(place, d_place, sizeof(place), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK; i++)
        printf("%d %f\n", place[i], value[i]);
    cudaFree(d_in);
    cudaFree(d_value);
    cudaFree(d_place);
    return 0;
}
