// expect: SUCCESSFUL
// Dynamic shared memory holds an array of doubles and behind it one of ints; the smallest double is found with its index.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 128

__global__ void smallest(const double *in, double *value, int *place)
{
    extern __shared__ double pool[];
    double *values = pool;
    int *places = (int *)(pool + blockDim.x);
    int t = threadIdx.x;
    values[t] = in[t];
    places[t] = t;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s && values[t + s] < values[t]) {
            values[t] = values[t + s];
            places[t] = places[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        *value = values[0];
        *place = places[0];
    }
}

int main(void)
{
    double in[BLOCK], value, *d_in, *d_value;
    int place, *d_place;
    for (int i = 0; i < BLOCK; i++)
        in[i] = (i - 77.25) * (i - 77.25);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_value, sizeof(double));
    cudaMalloc((void **)&d_place, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    size_t bytes = BLOCK * (sizeof(double) + sizeof(int));
    smallest<<<1, BLOCK, bytes>>>(d_in, d_value, d_place);
    cudaMemcpy(&value, d_value, sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(&place, d_place, sizeof(int), cudaMemcpyDeviceToHost);
    assert(place == 77 && value == 0.0625);
    cudaFree(d_in);
    cudaFree(d_value);
    cudaFree(d_place);
    return 0;
}
